import { defineMessages } from './define-messages';

/** The names of managers' roles, and what each may do. */
export const roleNames = defineMessages({
  owner: { id: 'role.owner', defaultMessage: 'Owner' },
  manager: { id: 'role.manager', defaultMessage: 'Manager' },
  support: { id: 'role.support', defaultMessage: 'Support' },
});

export const roleTexts = defineMessages({
  owner: { id: 'role.owner.text', defaultMessage: 'May do everything, also register managers and change their roles.' },
  manager: {
    id: 'role.manager.text',
    defaultMessage: 'Runs courses, learners and assignments, and reads the activity. Does not change managers.',
  },
  support: {
    id: 'role.support.text',
    defaultMessage:
      'Sees learners, courses and assignments; assigns and extends, activates, signs out and sends mails again. Removes and exports nothing, changes no courses and sees no bank details.',
  },
});
