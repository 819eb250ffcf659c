import { defineMessages } from './define-messages';

/** The names of managers' roles, and what each may do. */
export const roleNames = defineMessages({
  owner: { id: 'role.owner', defaultMessage: 'Owner' },
  manager: { id: 'role.manager', defaultMessage: 'Manager' },
  support: { id: 'role.support', defaultMessage: 'Support' },
});

export const roleTexts = defineMessages({
  owner: {
    id: 'role.owner.text',
    defaultMessage: 'Can do everything, including adding managers and changing their roles.',
  },
  manager: {
    id: 'role.manager.text',
    defaultMessage: 'Manages courses, learners and assignments, and reads the activity log. Cannot change managers.',
  },
  support: {
    id: 'role.support.text',
    defaultMessage:
      'Sees learners, courses and assignments; assigns and extends courses, activates accounts, signs learners out and sends e-mails again. Cannot delete or export anything or change courses, and does not see bank info.',
  },
});
