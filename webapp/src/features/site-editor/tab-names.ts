import { defineMessages } from '@/i18n/define-messages';

/** What an owner edits in each tab: the facts, and the pages by the names of their files. */
export const tabs = defineMessages({
  academy: { id: 'site.tab.academy', defaultMessage: 'Academy' },
  home: { id: 'site.tab.home', defaultMessage: 'Home' },
  about: { id: 'site.tab.about', defaultMessage: 'About us' },
  photos: { id: 'site.tab.photos', defaultMessage: 'Photos' },
  courses: { id: 'site.tab.courses', defaultMessage: 'Courses' },
  contact: { id: 'site.tab.contact', defaultMessage: 'Contact us' },
  privacy: { id: 'site.tab.privacy', defaultMessage: 'Privacy policy' },
  terms: { id: 'site.tab.terms', defaultMessage: 'Terms and conditions' },
});
