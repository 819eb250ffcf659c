import { useIntl, type IntlShape, type MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { ApiError } from '@/lib/api-error';
import { isolated } from '@/lib/directions';
import { passwordMinimum } from '@/lib/site-settings';
import { common } from './common-messages';

/** The texts of the server's error codes. For a code that is not here, the server's own message is shown. */
const messages = defineMessages({
  network: {
    id: 'error.network',
    defaultMessage: 'The server could not be reached. Check your connection and try again.',
  },
  // The frame of the page says that there is no network; this says only what came of it.
  offline: {
    id: 'error.offline',
    defaultMessage: 'This could not be done now. Try again when the connection is back.',
  },
  unavailable: {
    id: 'error.unavailable',
    defaultMessage: 'The service is not available right now. Please try again in a moment.',
  },
  internal: { id: 'error.internal', defaultMessage: 'There are a system error, please try again later' },
  badAnswer: { id: 'error.bad_answer', defaultMessage: 'The server’s answer could not be read. Please try again.' },
  emailTaken: { id: 'error.email_taken', defaultMessage: 'E-Mail address already exists!' },
  userNotFound: { id: 'error.user_not_found', defaultMessage: 'A user with this email could not be found.' },
  userGone: { id: 'error.user_not_found.byId', defaultMessage: 'This account could not be found.' },
  wrongPassword: { id: 'error.wrong_password', defaultMessage: 'You have entered a wrong password' },
  mailNotSetUp: {
    id: 'error.mail_not_set_up',
    defaultMessage: 'The academy has no mail server yet. Start it with --smtp; see the operations guide.',
  },
  passwordAgain: {
    id: 'error.reauthentication_required',
    defaultMessage: 'Your password is needed for this, and it was not entered.',
  },
  notActivated: { id: 'error.not_activated', defaultMessage: 'Your email has not activated yet' },
  accountInactive: {
    id: 'error.account_inactive',
    defaultMessage: 'This account has been deactivated. Please contact the academy.',
  },
  codeAlreadySent: { id: 'error.code_already_sent', defaultMessage: 'Code verification already send to this email' },
  wrongCode: { id: 'error.wrong_code', defaultMessage: 'You have insert a wrong token code' },
  secondFactorRequired: {
    id: 'error.second_factor_required',
    defaultMessage: 'Please enter the code from your authenticator app.',
  },
  setupRequired: {
    id: 'error.second_factor_setup_required',
    defaultMessage: 'Please set up two-step verification first.',
  },
  secondFactorOff: {
    id: 'error.second_factor_off',
    defaultMessage: 'Two-step verification is off. Set it up first.',
  },
  secondFactorMandatory: {
    id: 'error.second_factor_mandatory',
    defaultMessage: 'The academy requires two-step verification for every manager, so it cannot be turned off.',
  },
  totpNotBegun: {
    id: 'error.totp_not_begun',
    defaultMessage: 'This set-up has timed out. Please start again.',
  },
  cannotResetSelf: {
    id: 'error.cannot_reset_self',
    defaultMessage: 'Change your own two-step verification on your account page.',
  },
  wrongPasskey: {
    id: 'error.wrong_passkey',
    defaultMessage: 'The academy did not accept this passkey. Try again, or use another way.',
  },
  passkeysUnavailable: {
    id: 'error.passkeys_unavailable',
    defaultMessage: 'Passkeys need the academy’s own domain name with https.',
  },
  tooManyPasskeys: {
    id: 'error.too_many_passkeys',
    defaultMessage: 'Your account has as many passkeys as it may have. Delete one first.',
  },
  passkeyExists: { id: 'error.passkey_exists', defaultMessage: 'This passkey is already in use.' },
  passkeyNotFound: { id: 'error.passkey_not_found', defaultMessage: 'This passkey no longer exists.' },
  // What the browser says, by the codes of lib/passkeys.ts.
  passkeyCancelled: {
    id: 'error.passkey_cancelled',
    defaultMessage: 'No passkey was confirmed, or it took too long. You can try again.',
  },
  passkeyOnDevice: {
    id: 'error.passkey_on_device',
    defaultMessage: 'This device already has a passkey for your account.',
  },
  passkeyWrongAddress: {
    id: 'error.passkey_wrong_address',
    defaultMessage: 'Passkeys do not work at the address that you used to open the academy.',
  },
  passkeyFailed: {
    id: 'error.passkey_failed',
    defaultMessage: 'Your browser could not use a passkey. Please try again, or on another device.',
  },
  codeNotFound: { id: 'error.code_not_found', defaultMessage: 'Code not found user with this email.' },
  recoveryNotVerified: {
    id: 'error.recovery_not_verified',
    defaultMessage: 'The code was not verified or has expired. Please start again.',
  },
  wrongSetupCode: {
    id: 'error.wrong_setup_code',
    defaultMessage: 'The setup code is not correct. The academy showed it where it was started.',
  },
  botCheckUnavailable: {
    id: 'error.bot_check_unavailable',
    defaultMessage:
      'The bot check could not be loaded. Check your connection, and whether something in your browser blocks it.',
  },
  botCheckMissing: { id: 'error.bot_check_missing', defaultMessage: 'Recaptcha verification Missing' },
  invalidUnlockLink: {
    id: 'error.invalid_unlock_link',
    defaultMessage:
      'This link is no longer valid: it has been used or has expired, or a newer e-mail has replaced it. A pause ends by itself within 15 minutes.',
  },
  tooManyAttempts: {
    id: 'error.too_many_attempts',
    defaultMessage: 'Too many attempts. Please wait a little and try again.',
  },
  signedInElsewhere: {
    id: 'error.signed_in_elsewhere',
    defaultMessage:
      'Your account was signed in from another device or browser, You are not authorized to access this resource.',
  },
  unauthenticated: { id: 'error.unauthenticated', defaultMessage: 'Your session has ended. Please sign in again.' },
  forbidden: { id: 'error.forbidden', defaultMessage: 'You are not authorized to access this resource.' },
  signupNotAllowed: { id: 'error.signup_not_allowed', defaultMessage: 'Signing up as a manager is not allowed.' },
  lastManager: { id: 'error.last_manager', defaultMessage: 'The last manager cannot be deleted.' },
  lastOwner: {
    id: 'error.last_owner',
    defaultMessage: 'This is the only owner. Make another manager an owner first.',
  },
  roleNotAllowed: { id: 'error.role_not_allowed', defaultMessage: 'Your role does not allow this.' },
  cannotDeleteSelf: { id: 'error.cannot_delete_self', defaultMessage: 'You cannot delete your own account.' },
  binItemNotFound: {
    id: 'error.bin_item_not_found',
    defaultMessage: 'This is no longer in the bin.',
  },
  courseNotFound: { id: 'error.course_not_found', defaultMessage: 'This course no longer exists.' },
  assignmentNotFound: { id: 'error.assignment_not_found', defaultMessage: 'This course is not assigned to you.' },
  courseNotStarted: { id: 'error.course_not_started', defaultMessage: 'This course has not started yet.' },
  courseExpired: { id: 'error.course_expired', defaultMessage: 'Your access to this course has ended.' },
  managerNotFound: { id: 'error.manager_not_found', defaultMessage: 'This manager no longer exists.' },
  assetNotFound: { id: 'error.asset_not_found', defaultMessage: 'This video no longer exists.' },
  assetNotReady: { id: 'error.asset_not_ready', defaultMessage: 'This video cannot be watched yet.' },
  changedMeanwhile: {
    id: 'error.changed_meanwhile',
    defaultMessage: 'Someone else has changed this in the meantime. Open it again to see the newer version.',
  },
  sourceGone: {
    id: 'error.source_gone',
    defaultMessage: 'The uploaded file is no longer stored. Upload it again.',
  },
  imageInvalid: {
    id: 'error.image_invalid',
    defaultMessage: 'The picture must be a JPEG, PNG, WebP or AVIF file of at most 5 MB.',
  },
  tooLarge: { id: 'error.too_large', defaultMessage: 'This is larger than the server accepts.' },
  outcomeUnknown: {
    id: 'error.outcome_unknown',
    defaultMessage: 'It is not known whether this was saved. Please try again; nothing will be done twice.',
  },
  inProgress: {
    id: 'error.in_progress',
    defaultMessage: 'This change is still being made. Please try again in a moment.',
  },
  diskFull: { id: 'error.disk_full', defaultMessage: 'The server has no space left for this file.' },
  validationFailed: { id: 'error.validation_failed', defaultMessage: 'Please check the marked fields.' },
  partNotFound: { id: 'error.part_not_found', defaultMessage: 'This lesson no longer exists.' },
  uploadNotFound: {
    id: 'error.upload_not_found',
    defaultMessage: 'This upload no longer exists. Please choose the file again.',
  },
  uploadInterrupted: {
    id: 'error.upload_interrupted',
    defaultMessage: 'The upload was interrupted. Please try again.',
  },
  sessionNotFound: { id: 'error.session_not_found', defaultMessage: 'This session no longer exists.' },
  mailNotFound: { id: 'error.mail_not_found', defaultMessage: 'This e-mail no longer exists.' },
  mailNotRepeatable: {
    id: 'error.mail_not_repeatable',
    defaultMessage: 'This e-mail cannot be sent again: its contents are no longer valid.',
  },
  contactClosed: {
    id: 'error.contact_closed',
    defaultMessage: 'The academy does not accept messages here. Please contact it another way.',
  },
  notFound: { id: 'error.not_found', defaultMessage: 'This no longer exists.' },
  // Errors of single fields.
  required: { id: 'error.required', defaultMessage: 'This field is required.' },
  tooShort: { id: 'error.password_too_short', defaultMessage: 'Password must be {minimum} characters minimum' },
  tooCommon: {
    id: 'error.password_too_common',
    defaultMessage: 'This password is among the most common ones. Please choose another.',
  },
  tooLong: { id: 'error.too_long', defaultMessage: 'This is too long.' },
  timezoneUnknown: {
    id: 'error.timezone_unknown',
    defaultMessage: 'The server does not know this time zone. Please choose another one for the same place.',
  },
  emailInvalid: { id: 'error.email_invalid', defaultMessage: 'Please enter a valid e-mail address.' },
  expiryBeforeStart: {
    id: 'error.expiry_before_start',
    defaultMessage: 'The expiry date must not be before the start date.',
  },
  outOfRange: { id: 'error.out_of_range', defaultMessage: 'This value is outside the allowed range.' },
  controlCharacters: {
    id: 'error.control_characters',
    defaultMessage: 'This contains characters that are not allowed.',
  },
  invalid: { id: 'error.invalid', defaultMessage: 'This value is not valid.' },
  captionsInvalid: {
    id: 'error.captions_invalid',
    defaultMessage: 'The captions must be a WebVTT or SubRip file.',
  },
  captionsNotFound: { id: 'error.captions_not_found', defaultMessage: 'These captions no longer exist.' },
  tooMany: { id: 'error.too_many', defaultMessage: 'Too many at once.' },
  ibanInvalid: {
    id: 'error.iban_invalid',
    defaultMessage: 'This is not a valid IBAN. Please check it for typos.',
  },
  dateInvalid: { id: 'error.date_invalid', defaultMessage: 'Please enter a valid date.' },
  // Errors of files of learners.
  courseUnknown: {
    id: 'error.course_unknown',
    defaultMessage: 'No course has this title.',
  },
  courseAmbiguous: {
    id: 'error.course_ambiguous',
    defaultMessage: 'Several courses have this title. Use the course ID instead.',
  },
  repeated: {
    id: 'error.repeated',
    defaultMessage: 'An earlier row has different data for this learner.',
  },
  tooManyColumns: {
    id: 'error.too_many_columns',
    defaultMessage: 'This row has more columns than the first row.',
  },
  encoding: {
    id: 'error.encoding',
    defaultMessage: 'The file’s encoding could not be read. Save it as CSV UTF-8.',
  },
  emptyFile: {
    id: 'error.empty',
    defaultMessage: 'The file is empty.',
  },
  emailColumnMissing: {
    id: 'error.email_column_missing',
    defaultMessage: 'The first row must name the columns, and one of them must be “email”.',
  },
  columnRepeated: {
    id: 'error.column_repeated',
    defaultMessage: 'A column appears twice in the file.',
  },
  unterminatedQuote: {
    id: 'error.unterminated_quote',
    defaultMessage: 'A quotation mark is opened here and never closed.',
  },
  tooManyRows: {
    id: 'error.too_many_rows',
    defaultMessage: 'A file can have at most 50,000 rows. Split it.',
  },
  unsupportedMediaType: {
    id: 'error.unsupported_media_type',
    defaultMessage: 'This kind of file is not accepted here.',
  },
});

const BY_CODE: Record<string, MessageDescriptor> = {
  network: messages.network,
  offline: messages.offline,
  unavailable: messages.unavailable,
  deadline_exceeded: messages.unavailable,
  timeout: messages.unavailable,
  outcome_unknown: messages.outcomeUnknown,
  overloaded: messages.unavailable,
  auth_unavailable: messages.unavailable,
  storage_error: messages.unavailable,
  internal: messages.internal,
  key_unknown: messages.internal,
  sealed_text_invalid: messages.internal,
  bad_answer: messages.badAnswer,
  email_taken: messages.emailTaken,
  user_not_found: messages.userNotFound,
  wrong_password: messages.wrongPassword,
  reauthentication_required: messages.passwordAgain,
  not_activated: messages.notActivated,
  account_inactive: messages.accountInactive,
  code_already_sent: messages.codeAlreadySent,
  wrong_code: messages.wrongCode,
  second_factor_required: messages.secondFactorRequired,
  second_factor_setup_required: messages.setupRequired,
  second_factor_off: messages.secondFactorOff,
  second_factor_mandatory: messages.secondFactorMandatory,
  totp_not_begun: messages.totpNotBegun,
  cannot_reset_self: messages.cannotResetSelf,
  wrong_passkey: messages.wrongPasskey,
  passkeys_unavailable: messages.passkeysUnavailable,
  too_many_passkeys: messages.tooManyPasskeys,
  passkey_exists: messages.passkeyExists,
  passkey_not_found: messages.passkeyNotFound,
  passkey_cancelled: messages.passkeyCancelled,
  passkey_on_device: messages.passkeyOnDevice,
  passkey_wrong_address: messages.passkeyWrongAddress,
  passkey_failed: messages.passkeyFailed,
  code_not_found: messages.codeNotFound,
  recovery_not_verified: messages.recoveryNotVerified,
  bot_check_missing: messages.botCheckMissing,
  bot_check_unavailable: messages.botCheckUnavailable,
  wrong_setup_code: messages.wrongSetupCode,
  invalid_unlock_link: messages.invalidUnlockLink,
  too_many_attempts: messages.tooManyAttempts,
  too_many_requests: messages.tooManyAttempts,
  signed_in_elsewhere: messages.signedInElsewhere,
  unauthenticated: messages.unauthenticated,
  expired: messages.unauthenticated,
  idle: messages.unauthenticated,
  forbidden: messages.forbidden,
  signup_not_allowed: messages.signupNotAllowed,
  last_manager: messages.lastManager,
  last_owner: messages.lastOwner,
  role_not_allowed: messages.roleNotAllowed,
  cannot_delete_self: messages.cannotDeleteSelf,
  bin_item_not_found: messages.binItemNotFound,
  course_not_found: messages.courseNotFound,
  assignment_not_found: messages.assignmentNotFound,
  course_not_started: messages.courseNotStarted,
  course_expired: messages.courseExpired,
  manager_not_found: messages.managerNotFound,
  asset_not_found: messages.assetNotFound,
  asset_not_ready: messages.assetNotReady,
  changed_meanwhile: messages.changedMeanwhile,
  source_gone: messages.sourceGone,
  image_invalid: messages.imageInvalid,
  payload_too_large: messages.tooLarge,
  too_large: messages.tooLarge,
  disk_full: messages.diskFull,
  in_progress: messages.inProgress,
  idempotency_key_invalid: messages.internal,
  idempotency_key_reused: messages.internal,
  validation_failed: messages.validationFailed,
  required: messages.required,
  missing: messages.required,
  passwords_differ: common.passwordsDiffer,
  password_too_short: messages.tooShort,
  password_too_common: messages.tooCommon,
  too_short: messages.tooShort,
  too_long: messages.tooLong,
  timezone_unknown: messages.timezoneUnknown,
  email_invalid: messages.emailInvalid,
  invalid_email: messages.emailInvalid,
  expiry_before_start: messages.expiryBeforeStart,
  date_invalid: messages.dateInvalid,
  iban_invalid: messages.ibanInvalid,
  out_of_range: messages.outOfRange,
  control_characters: messages.controlCharacters,
  too_many: messages.tooMany,
  password_too_long: messages.tooLong,
  before_start: messages.expiryBeforeStart,
  invalid_date: messages.dateInvalid,
  invalid: messages.invalid,
  unknown: messages.invalid,
  cursor_invalid: messages.invalid,
  length_invalid: messages.invalid,
  captions_invalid: messages.captionsInvalid,
  captions_not_found: messages.captionsNotFound,
  image_too_large: messages.imageInvalid,
  part_not_found: messages.partNotFound,
  upload_not_found: messages.uploadNotFound,
  upload_interrupted: messages.uploadInterrupted,
  offset_mismatch: messages.uploadInterrupted,
  checksum_mismatch: messages.uploadInterrupted,
  checksum_algorithm_unknown: messages.uploadInterrupted,
  upload_too_large: messages.tooLarge,
  session_not_found: messages.sessionNotFound,
  mail_not_found: messages.mailNotFound,
  mail_not_repeatable: messages.mailNotRepeatable,
  mail_not_set_up: messages.mailNotSetUp,
  contact_closed: messages.contactClosed,
  course_unknown: messages.courseUnknown,
  course_ambiguous: messages.courseAmbiguous,
  repeated: messages.repeated,
  too_many_columns: messages.tooManyColumns,
  encoding: messages.encoding,
  empty: messages.emptyFile,
  email_column_missing: messages.emailColumnMissing,
  column_repeated: messages.columnRepeated,
  unterminated_quote: messages.unterminatedQuote,
  too_many_rows: messages.tooManyRows,
  unsupported_media_type: messages.unsupportedMediaType,
  not_found: messages.notFound,
};

/** Whoever signs in, or recovers an account, has typed an address; everybody else was looked for by id. */
const isById = (error: unknown): boolean => !(error instanceof ApiError && error.signedOut);

export function describeError(intl: IntlShape, error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const gone = code === 'user_not_found' && isById(error);
  const known = code ? (gone ? messages.userGone : BY_CODE[code]) : undefined;
  if (known) return intl.formatMessage(known, { minimum: passwordMinimum.get() });
  // The server's own words are English.
  if (error instanceof ApiError || (code && message)) return isolated(intl.locale, message ?? '');
  return intl.formatMessage(messages.internal);
}

/** Returns a function that describes a failure in the page's language. */
export function useDescribeError(): (error: unknown) => string {
  const intl = useIntl();
  return (error) => describeError(intl, error);
}
