/** What the academy says of itself, in one language: the site folder as the server tells it. */
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

/** Empty where the academy says nothing. */
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
  /** Whether messages of the contact form reach somebody. */
  contactForm: boolean;
}

/** With what the public pages say. */
export interface SiteView extends Site {
  pages: SitePages;
}

/** A course as a card shows it: what is counted is said in words already where the page is rendered for the server,
 * and `first` marks a list's first. */
export interface CourseCard extends PublicCourse {
  words?: { lessons: string; length: string; summary: string; turn: string; first: string };
}
