import { defineMessages } from '@/i18n/define-messages';

export const aboutMessages = defineMessages({
  title: { id: 'about.title', defaultMessage: 'About us' },
  intro: {
    id: 'about.intro',
    defaultMessage: '{name} teaches online: short video lessons in a clear order, and people behind them who answer.',
  },
  whoTitle: { id: 'about.who.title', defaultMessage: 'Who we are' },
  who1: {
    id: 'about.who.1',
    defaultMessage:
      'We are a training academy. Our teachers work in the fields they teach, and every course is tried out with learners before it is opened.',
  },
  who2: { id: 'about.who.2', defaultMessage: 'We keep courses short enough to finish and thorough enough to use.' },
  howTitle: { id: 'about.how.title', defaultMessage: 'How we teach' },
  how1: {
    id: 'about.how.1',
    defaultMessage:
      'A course is a list of lessons. Each builds on the one before; you see what you have watched and what comes next.',
  },
  how2: {
    id: 'about.how.2',
    defaultMessage: 'The academy opens a course to you for an agreed period. During it you watch as often as you like.',
  },
  careTitle: { id: 'about.care.title', defaultMessage: 'What we care about' },
  care1: {
    id: 'about.care.1',
    defaultMessage: 'Honest descriptions, respect for your time, and your data used for your learning only.',
  },
});

export const aboutSections = [
  [aboutMessages.whoTitle, aboutMessages.who1, aboutMessages.who2],
  [aboutMessages.howTitle, aboutMessages.how1, aboutMessages.how2],
  [aboutMessages.careTitle, aboutMessages.care1],
] as const;
