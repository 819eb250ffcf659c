import type { SiteView } from './model';

/** A small site, for tests. */
export const testSite: SiteView = {
  name: 'Al Noor',
  email: 'hello@noor.test',
  phone: '+966 11 555 0100',
  whatsapp: '',
  address: '',
  workingHours: '',
  links: { email: 'mailto:hello@noor.test', phone: 'tel:+966115550100', whatsapp: '' },
  social: [],
  photos: [
    { src: '/site/photos/a.svg', alt: 'A board', caption: 'The studio' },
    { src: '/site/photos/b.svg', alt: 'A desk', caption: 'At home' },
    { src: '/site/photos/c.svg', alt: 'Books', caption: 'The library' },
  ],
  logo: '',
  palette: '',
  contactForm: true,
  pages: {
    home: {
      description: 'A school',
      hero: { badge: '', heading: 'Clear lessons', text: 'Short videos' },
      courses: { heading: 'From our courses', text: '' },
      why: { heading: 'Why us', text: '', items: [{ icon: 'shield', title: 'Safe', text: 'No advertising' }] },
      steps: { heading: 'How to begin', items: [{ title: 'Sign up', text: 'In a minute' }] },
      testimonials: { heading: 'They say', items: [] },
      action: { heading: 'Ready?', text: 'Begin' },
    },
    about: { title: 'About', description: '', intro: 'Who we are', sections: [], values: [] },
    photos: { title: 'Photos', description: '', intro: 'Look' },
    courses: { title: 'Courses', description: '', intro: 'Learn', empty: 'Soon there will be courses.' },
    contact: { title: 'Contact', description: '', intro: 'Write', form: { heading: 'Form', text: 'To us' } },
    privacy: { title: 'Privacy', description: '', intro: 'Kept', sections: [] },
    terms: { title: 'Terms', description: '', intro: 'Rules', sections: [] },
  },
};
