import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

/** The text of each action. An action that is not here is shown as it is. */
const actionTexts = defineMessages({
  'learner.signed_up': { id: 'audit.learner.signed_up', defaultMessage: 'Learner signed up' },
  'learner.created': { id: 'audit.learner.created', defaultMessage: 'Learner created' },
  'learner.updated': { id: 'audit.learner.updated', defaultMessage: 'Learner details changed' },
  'learner.password_changed': { id: 'audit.learner.password_changed', defaultMessage: 'Learner’s password changed' },
  'learner.activated': { id: 'audit.learner.activated', defaultMessage: 'Learner activated' },
  'learner.deactivated': { id: 'audit.learner.deactivated', defaultMessage: 'Learner deactivated' },
  'learner.removed': { id: 'audit.learner.removed', defaultMessage: 'Learner deleted' },
  'learner.restored': { id: 'audit.learner.restored', defaultMessage: 'Learner restored' },
  'learner.purged': { id: 'audit.learner.purged', defaultMessage: 'Learner deleted for good' },
  'learner.signed_in': { id: 'audit.learner.signed_in', defaultMessage: 'Learner signed in' },
  'learner.sign_in_failed': { id: 'audit.learner.sign_in_failed', defaultMessage: 'Learner’s sign-in failed' },
  'learner.reauthenticated': {
    id: 'audit.learner.reauthenticated',
    defaultMessage: 'Learner confirmed their password',
  },
  'learner.reauthentication_failed': {
    id: 'audit.learner.reauthentication_failed',
    defaultMessage: 'Learner gave a wrong password when asked to confirm it',
  },
  'learner.unlocked': {
    id: 'audit.learner.unlocked',
    defaultMessage: 'Learner opened the link that allows signing in during a pause',
  },
  'learner.signed_out': { id: 'audit.learner.signed_out', defaultMessage: 'Learner signed out' },
  'learner.live_signed_out': {
    id: 'audit.learner.live_signed_out',
    defaultMessage: 'Learner’s live connection closed',
  },
  'learner.missing_deleted': {
    id: 'audit.learner.missing_deleted',
    defaultMessage: 'Data of missing learners deleted for good',
  },
  'learner.bank_read': { id: 'audit.learner.bank_read', defaultMessage: 'Learner’s bank info viewed' },
  'learner.exported': { id: 'audit.learner.exported', defaultMessage: 'Learners exported' },
  'manager.signed_up': { id: 'audit.manager.signed_up', defaultMessage: 'Manager signed up' },
  'manager.created': { id: 'audit.manager.created', defaultMessage: 'Manager added' },
  'manager.updated': { id: 'audit.manager.updated', defaultMessage: 'Manager details changed' },
  'manager.password_changed': { id: 'audit.manager.password_changed', defaultMessage: 'Manager’s password changed' },
  'manager.role_changed': { id: 'audit.manager.role_changed', defaultMessage: 'Manager’s role changed' },
  'manager.removed': { id: 'audit.manager.removed', defaultMessage: 'Manager deleted' },
  'manager.signed_in': { id: 'audit.manager.signed_in', defaultMessage: 'Manager signed in' },
  'manager.sign_in_failed': { id: 'audit.manager.sign_in_failed', defaultMessage: 'Manager’s sign-in failed' },
  'manager.reauthenticated': {
    id: 'audit.manager.reauthenticated',
    defaultMessage: 'Manager confirmed their identity',
  },
  'manager.reauthentication_failed': {
    id: 'audit.manager.reauthentication_failed',
    defaultMessage: 'Manager failed to confirm their identity',
  },
  'manager.unlocked': {
    id: 'audit.manager.unlocked',
    defaultMessage: 'Manager opened the link that allows signing in during a pause',
  },
  'manager.totp_enabled': {
    id: 'audit.manager.totp_enabled',
    defaultMessage: 'Manager turned an authenticator app on',
  },
  'manager.totp_disabled': {
    id: 'audit.manager.totp_disabled',
    defaultMessage: 'Manager turned the authenticator app off',
  },
  'manager.passkey_added': { id: 'audit.manager.passkey_added', defaultMessage: 'Manager added a passkey' },
  'manager.passkey_removed': { id: 'audit.manager.passkey_removed', defaultMessage: 'Manager deleted a passkey' },
  'manager.recovery_codes_renewed': {
    id: 'audit.manager.recovery_codes_renewed',
    defaultMessage: 'Manager created new recovery codes',
  },
  'manager.factors_reset': {
    id: 'audit.manager.factors_reset',
    defaultMessage: 'Manager’s two-step verification reset',
  },
  'manager.signed_out': { id: 'audit.manager.signed_out', defaultMessage: 'Manager signed out' },
  'keys.rotated': { id: 'audit.keys.rotated', defaultMessage: 'A key was replaced' },
  'site.draft_saved': { id: 'audit.site.draft_saved', defaultMessage: 'Site draft saved' },
  'site.published': { id: 'audit.site.published', defaultMessage: 'Site published' },
  'site.picture_uploaded': { id: 'audit.site.picture_uploaded', defaultMessage: 'Site picture uploaded' },
  'mail.test_sent': { id: 'audit.mail.test_sent', defaultMessage: 'Test e-mail sent' },
  'mail.sent_again': { id: 'audit.mail.sent_again', defaultMessage: 'E-mail sent again' },
  'course.created': { id: 'audit.course.created', defaultMessage: 'Course created' },
  'course.updated': { id: 'audit.course.updated', defaultMessage: 'Course changed' },
  'course.deleted': { id: 'audit.course.deleted', defaultMessage: 'Course deleted' },
  'course.restored': { id: 'audit.course.restored', defaultMessage: 'Course restored' },
  'course.purged': { id: 'audit.course.purged', defaultMessage: 'Course deleted for good' },
  'course.missing_deleted': {
    id: 'audit.course.missing_deleted',
    defaultMessage: 'Data of missing courses deleted for good',
  },
  'course.image_updated': { id: 'audit.course.image_updated', defaultMessage: 'Course picture changed' },
  'course.exported': { id: 'audit.course.exported', defaultMessage: 'Learners of a course exported' },
  'captions.uploaded': { id: 'audit.captions.uploaded', defaultMessage: 'Captions uploaded' },
  'captions.deleted': { id: 'audit.captions.deleted', defaultMessage: 'Captions deleted' },
  'upload.created': { id: 'audit.upload.created', defaultMessage: 'Upload started' },
  'upload.retried': { id: 'audit.upload.retried', defaultMessage: 'Processing of a video tried again' },
  'upload.terminated': { id: 'audit.upload.terminated', defaultMessage: 'Upload cancelled' },
  'assignment.created': { id: 'audit.assignment.created', defaultMessage: 'Course assigned' },
  'assignment.dates_changed': { id: 'audit.assignment.dates_changed', defaultMessage: 'Dates of a course changed' },
  'assignment.removed': { id: 'audit.assignment.removed', defaultMessage: 'Course removed from learner' },
});

export const actionText = (action: string): MessageDescriptor | undefined =>
  (actionTexts as Partial<Record<string, MessageDescriptor>>)[action];

/** The groups of actions that can be asked for, by the prefix of their names. */
export const groupTexts = defineMessages({
  '': { id: 'audit.group.all', defaultMessage: 'Everything' },
  'learner.': { id: 'audit.group.learner', defaultMessage: 'Learners' },
  'manager.': { id: 'audit.group.manager', defaultMessage: 'Managers' },
  'course.': { id: 'audit.group.course', defaultMessage: 'Courses' },
  'assignment.': { id: 'audit.group.assignment', defaultMessage: 'Assignments' },
  'upload.': { id: 'audit.group.upload', defaultMessage: 'Uploads' },
  'captions.': { id: 'audit.group.captions', defaultMessage: 'Captions' },
  'mail.': { id: 'audit.group.mail', defaultMessage: 'E-mails' },
  'site.': { id: 'audit.group.site', defaultMessage: 'Site' },
  'keys.': { id: 'audit.group.keys', defaultMessage: 'Keys' },
});

export type AuditGroup = keyof typeof groupTexts;

/** The actor, if no name is known. */
export const actorTexts = defineMessages({
  manager: { id: 'audit.actor.manager', defaultMessage: 'a manager' },
  learner: { id: 'audit.actor.learner', defaultMessage: 'a learner' },
  service: { id: 'audit.actor.service', defaultMessage: 'the academy itself' },
  system: { id: 'audit.actor.system', defaultMessage: 'someone on the academy’s server' },
  anonymous: { id: 'audit.actor.anonymous', defaultMessage: 'a visitor' },
});
