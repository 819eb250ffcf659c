import { defineMessages } from '@/i18n/define-messages';

export const termsMessages = defineMessages({
  title: { id: 'terms.title', defaultMessage: 'Terms and conditions' },
  intro: { id: 'terms.intro', defaultMessage: 'The rules for using {name}, in plain words.' },
  accountTitle: { id: 'terms.account.title', defaultMessage: 'Your account' },
  account1: {
    id: 'terms.account.1',
    defaultMessage:
      'The account is personal. Only one device or browser can be signed in at a time; a new sign-in ends the earlier one.',
  },
  account2: {
    id: 'terms.account.2',
    defaultMessage:
      'Give a real e-mail address, keep your password to yourself, and tell us if you think that someone else knows it.',
  },
  coursesTitle: { id: 'terms.courses.title', defaultMessage: 'The courses' },
  courses1: {
    id: 'terms.courses.1',
    defaultMessage:
      'A course is open to you from its start date to its expiry date. Afterwards it stays in your list but cannot be played.',
  },
  copyTitle: { id: 'terms.copy.title', defaultMessage: 'Copying' },
  copy1: {
    id: 'terms.copy.1',
    defaultMessage: 'Lessons are for you to watch. Recording, copying, publishing or passing them on is not allowed.',
  },
  endTitle: { id: 'terms.end.title', defaultMessage: 'When it ends' },
  end1: {
    id: 'terms.end.1',
    defaultMessage: 'You may leave whenever you like. We may deactivate an account that breaks these rules.',
  },
  changeTitle: { id: 'terms.change.title', defaultMessage: 'Changes' },
  change1: {
    id: 'terms.change.1',
    defaultMessage: 'If these terms change in a way that matters to you, we tell you before the change applies.',
  },
});

export const termsSections = [
  [termsMessages.accountTitle, termsMessages.account1, termsMessages.account2],
  [termsMessages.coursesTitle, termsMessages.courses1],
  [termsMessages.copyTitle, termsMessages.copy1],
  [termsMessages.endTitle, termsMessages.end1],
  [termsMessages.changeTitle, termsMessages.change1],
] as const;
