/** The site folder's content in one language, as sent by the server. */
import type { PublicCourse } from '@/lib/models';

export interface Section {
  heading: string;
  paragraphs: string[];
}

export interface Point {
  icon: string;
  title: string;
  text: string;
}

interface PageTexts {
  title: string;
  description: string;
  intro: string;
}

export interface SitePages {
  home: {
    description: string;
    hero: { badge: string; heading: string; text: string };
    courses: { heading: string; text: string };
    why: { heading: string; text: string; items: Point[] };
    steps: { heading: string; items: { title: string; text: string }[] };
    testimonials: { heading: string; items: { quote: string; name: string; role: string }[] };
    action: { heading: string; text: string };
  };
  about: PageTexts & { sections: Section[]; values: Point[] };
  photos: PageTexts;
  courses: PageTexts & { empty: string };
  contact: PageTexts & { form: { heading: string; text: string } };
  privacy: PageTexts & { sections: Section[] };
  terms: PageTexts & { sections: Section[] };
}

export interface Photo {
  src: string;
  alt: string;
  caption: string;
}

/** Empty if the academy gives none. */
export interface Site {
  name: string;
  email: string;
  phone: string;
  whatsapp: string;
  address: string;
  workingHours: string;
  links: { email: string; phone: string; whatsapp: string };
  social: { name: string; url: string }[];
  photos: Photo[];
  /** The address of the logo. */
  logo: string;
  /** The name of the academy's colour. */
  palette: string;
  /** Whether messages of the contact form are accepted. */
  contactForm: boolean;
}

/** Including the texts of the public pages. */
export interface SiteView extends Site {
  pages: SitePages;
}

/** A course as shown on a card: on prerendered pages counts are already in words,
 * and `first` marks the first of a list. */
export interface CourseCard extends PublicCourse {
  words?: { lessons: string; length: string; summary: string; turn: string; first: string };
}
