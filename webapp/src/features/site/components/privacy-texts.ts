import { defineMessages } from '@/i18n/define-messages';

export const privacyMessages = defineMessages({
  title: { id: 'privacy.title', defaultMessage: 'Privacy policy' },
  intro: { id: 'privacy.intro', defaultMessage: 'What {name} keeps about you, why, and for how long.' },
  keepTitle: { id: 'privacy.keep.title', defaultMessage: 'What we keep' },
  keep1: {
    id: 'privacy.keep.1',
    defaultMessage:
      'Your name, e-mail address, and the phone number and address if you give them; your password only as a hash that cannot be turned back.',
  },
  keep2: {
    id: 'privacy.keep.2',
    defaultMessage:
      'The courses assigned to you, how far you have watched each lesson, and when and from which kind of device you signed in.',
  },
  whyTitle: { id: 'privacy.why.title', defaultMessage: 'What it is for' },
  why1: {
    id: 'privacy.why.1',
    defaultMessage:
      'To show you your courses, to resume a lesson where you left off, to keep your account to yourself, and to answer you. For nothing else.',
  },
  browserTitle: { id: 'privacy.browser.title', defaultMessage: 'In your browser' },
  browser1: {
    id: 'privacy.browser.1',
    defaultMessage:
      'We store your sign-in, language and display choices in your browser. We set no advertising cookies and load nothing from other companies.',
  },
  shareTitle: { id: 'privacy.share.title', defaultMessage: 'Whom we share it with' },
  share1: {
    id: 'privacy.share.1',
    defaultMessage: 'Nobody, unless a law obliges us. The academy’s managers see your profile and your progress.',
  },
  rightsTitle: { id: 'privacy.rights.title', defaultMessage: 'Your rights' },
  rights1: {
    id: 'privacy.rights.1',
    defaultMessage:
      'You can see and change your details in your account. Ask us to have your account removed: your sessions, assignments and progress go with it.',
  },
});

export const privacySections = [
  [privacyMessages.keepTitle, privacyMessages.keep1, privacyMessages.keep2],
  [privacyMessages.whyTitle, privacyMessages.why1],
  [privacyMessages.browserTitle, privacyMessages.browser1],
  [privacyMessages.shareTitle, privacyMessages.share1],
  [privacyMessages.rightsTitle, privacyMessages.rights1],
] as const;
