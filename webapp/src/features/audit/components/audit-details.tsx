/** What an event tells besides: the names of its details, and their values, in the words of people. */
import type { ReactNode } from 'react';
import type { IntlShape, MessageDescriptor } from 'react-intl';
import { AcademyDay } from '@/components/ui/day';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { mailKinds } from '@/i18n/mail-messages';
import { roleNames } from '@/i18n/role-messages';
import { twoFactor } from '@/i18n/two-factor-messages';
import { groupTexts } from './audit-texts';

type Texts = Partial<Record<string, MessageDescriptor>>;

// In the order in which they are told.
const detailTexts = defineMessages({
  kind: { id: 'audit.detail.kind', defaultMessage: 'Kind:' },
  name: { id: 'audit.detail.name', defaultMessage: 'Name:' },
  changed: { id: 'audit.detail.fields', defaultMessage: 'Changed:' },
  fullnameBefore: { id: 'audit.detail.fullnameBefore', defaultMessage: 'Previous name:' },
  emailBefore: { id: 'audit.detail.emailBefore', defaultMessage: 'Previous e-mail:' },
  titleBefore: { id: 'audit.detail.titleBefore', defaultMessage: 'Previous title:' },
  reason: { id: 'audit.detail.reason', defaultMessage: 'Reason:' },
  email: { id: 'audit.detail.email', defaultMessage: 'E-mail:' },
  factor: { id: 'audit.detail.factor', defaultMessage: 'Confirmed with:' },
  roleBefore: { id: 'audit.detail.roleBefore', defaultMessage: 'Previous role:' },
  role: { id: 'audit.detail.role', defaultMessage: 'Role:' },
  courseTitle: { id: 'audit.detail.course', defaultMessage: 'Course:' },
  learnerName: { id: 'audit.detail.learner', defaultMessage: 'Learner:' },
  startDate: { id: 'audit.detail.startDate', defaultMessage: 'From:' },
  expiryDate: { id: 'audit.detail.expiryDate', defaultMessage: 'Until:' },
  learners: { id: 'audit.detail.learners', defaultMessage: 'Learners:' },
  courses: { id: 'audit.detail.courses', defaultMessage: 'Courses:' },
  assignments: { id: 'audit.detail.assignments', defaultMessage: 'Assignments:' },
  search: { id: 'audit.detail.search', defaultMessage: 'Search:' },
  with: { id: 'audit.detail.with', defaultMessage: 'With:' },
  parts: { id: 'audit.detail.parts', defaultMessage: 'Lessons:' },
  partsAdded: { id: 'audit.detail.partsAdded', defaultMessage: 'Lessons added:' },
  partsRemoved: { id: 'audit.detail.partsRemoved', defaultMessage: 'Lessons deleted:' },
  size: { id: 'audit.detail.size', defaultMessage: 'Size:' },
  lang: { id: 'audit.detail.lang', defaultMessage: 'Language:' },
  label: { id: 'audit.detail.label', defaultMessage: 'Label:' },
  key: { id: 'audit.detail.key', defaultMessage: 'New key:' },
  timezone: { id: 'audit.detail.timezone', defaultMessage: 'Time zone:' },
});

const nameTexts = defineMessages({
  bank: { id: 'bank.title', defaultMessage: 'Bank info' },
  parts: { id: 'parts.title', defaultMessage: 'Lessons' },
  timezone: { id: 'site.zone.label', defaultMessage: 'Time zone of the academy' },
});

/** Names of changed fields, where people have words for them. */
const fieldTexts: Texts = {
  fullname: common.fullname,
  email: common.email,
  phonenumber: common.phone,
  address: common.address,
  password: common.password,
  title: common.title,
  description: common.description,
  ...nameTexts,
};

/** Why a session ended; why a sign-in failed mostly the texts of errors say. */
const reasonTexts: Texts = defineMessages({
  logout: { id: 'sessions.reason.logout', defaultMessage: 'Signed out' },
  signed_out_by_manager: { id: 'sessions.reason.manager', defaultMessage: 'Signed out by a manager' },
  wrong_passkey: { id: 'audit.reason.wrong_passkey', defaultMessage: 'The passkey was not accepted' },
});

const factorTexts: Texts = {
  ...defineMessages({ totp: { id: 'audit.factor.totp', defaultMessage: 'Authenticator app' } }),
  recovery_code: twoFactor.recoveryCode,
  passkey: twoFactor.passkey,
};

const MEGA = 1_000_000;

type Say = (intl: IntlShape, value: string) => string;

const inWords =
  (texts: Texts): Say =>
  (intl, value) => {
    const known = texts[value];
    return known ? intl.formatMessage(known) : value;
  };
const asNumber: Say = (intl, value) => intl.formatNumber(Number(value));
const asDay = (_: IntlShape, value: string) => (Number.isNaN(Date.parse(value)) ? value : <AcademyDay value={value} />);

const VALUES: Partial<Record<string, (intl: IntlShape, value: string) => ReactNode>> = {
  changed: (intl, value) =>
    intl.formatList(
      value.split(/,\s*/).map((name) => inWords(fieldTexts)(intl, name)),
      { type: 'unit' },
    ),
  kind: inWords(mailKinds),
  factor: inWords(factorTexts),
  role: inWords(roleNames),
  roleBefore: inWords(roleNames),
  reason: (intl, value) =>
    reasonTexts[value] ? inWords(reasonTexts)(intl, value) : describeError(intl, { code: value, message: value }),
  startDate: asDay,
  expiryDate: asDay,
  learners: asNumber,
  courses: asNumber,
  assignments: asNumber,
  with: inWords({ courses: groupTexts['course.'] }),
  parts: asNumber,
  partsAdded: asNumber,
  partsRemoved: asNumber,
  size: (intl, value) =>
    intl.formatNumber(Number(value) / MEGA, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
  lang: (intl, value) => intl.formatDisplayName(value, { type: 'language' }) ?? value,
};

/** The value of a detail as people read it. */
export const detailValue = (intl: IntlShape, key: string, value: string): ReactNode =>
  VALUES[key]?.(intl, value) ?? value;

/** The name of a detail; one that is not here is shown by its key. */
export const detailText = (key: string): MessageDescriptor | undefined => (detailTexts as Texts)[key];

/** Details in one order whatever the server's; those without words of ours come last. */
export function inReadingOrder(details: readonly [string, string][]): [string, string][] {
  const order = Object.keys(detailTexts);
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return details.toSorted(([a], [b]) => place(a) - place(b));
}
