import { defineMessages } from '@/i18n/define-messages';

/** Words that many screens share. */
export const common = defineMessages({
  email: { id: 'field.email', defaultMessage: 'E-mail' },
  password: { id: 'field.password', defaultMessage: 'Password' },
  currentPassword: { id: 'field.currentPassword', defaultMessage: 'Current password' },
  newPassword: { id: 'field.newPassword', defaultMessage: 'New password' },
  passwordRule: {
    id: 'password.advice',
    defaultMessage:
      '{minimum, plural, one {At least # character.} other {At least # characters.}} Letters together with numbers are harder to guess.',
  },
  confirmPassword: { id: 'field.confirmPassword', defaultMessage: 'Confirm password' },
  passwordsDiffer: { id: 'error.passwords_differ', defaultMessage: 'Passwords do NOT match' },
  fullname: { id: 'field.fullname', defaultMessage: 'Full name' },
  phone: { id: 'field.phone', defaultMessage: 'Phone number' },
  address: { id: 'field.address', defaultMessage: 'Address' },
  startDate: { id: 'field.startDate', defaultMessage: 'Start date' },
  expiryDate: { id: 'field.expiryDate', defaultMessage: 'Expiry date' },
  title: { id: 'field.title', defaultMessage: 'Title' },
  description: { id: 'field.description', defaultMessage: 'Description' },
  save: { id: 'action.save', defaultMessage: 'Save' },
  cancel: { id: 'action.cancel', defaultMessage: 'Cancel' },
  remove: { id: 'action.remove', defaultMessage: 'Delete' },
  /** The name of a button of one among many: what it shows first, then of what. */
  named: { id: 'action.named', defaultMessage: '{action}: {name}' },
  removeNamed: { id: 'action.remove.named', defaultMessage: 'Delete: {name}' },
  search: { id: 'action.search', defaultMessage: 'Search' },
  nothing: { id: 'state.nothing', defaultMessage: '—' },
  success: { id: 'state.success', defaultMessage: 'Success' },
  updated: { id: 'state.updated', defaultMessage: 'Updated Successfully' },
  requestSent: { id: 'state.requestSent', defaultMessage: 'Request sent Successfully' },
  upcoming: { id: 'assignment.upcoming', defaultMessage: 'Not started yet' },
  active: { id: 'assignment.active', defaultMessage: 'Open' },
  expired: { id: 'assignment.expired', defaultMessage: 'Expired' },
});
