/** The rules from the server; defaults apply until they have loaded. */
import { Store } from './store';

export interface BotCheckSettings {
  /** `adaptive`: the server says when it requires a check. */
  policy: 'adaptive' | 'always' | 'off';
  kind: 'altcha' | 'recaptcha-v2' | 'recaptcha-v3' | 'off';
  /** Of reCAPTCHA only. */
  siteKey: string;
}

export const botCheckSettings = new Store<BotCheckSettings>({ policy: 'adaptive', kind: 'altcha', siteKey: '' });

/** The minimum length of a new password. */
export const passwordMinimum = new Store(6);

/** The language of who has chosen none; null until the site has loaded. */
export const defaultLanguage = new Store<'ar' | 'en' | null>(null);

/** How many days deleted courses and learners can be restored. */
export const binDays = new Store(30);

/** IANA name of the zone in which the days of assignments begin and end, wherever a browser is. */
export const academyZone = new Store('Asia/Riyadh');

export interface IdleSettings {
  /** How long a learner may be idle before being asked; 0 never asks. */
  afterSeconds: number;
  /** How long the question waits before the learner is signed out. */
  answerSeconds: number;
}

export const idleSettings = new Store<IdleSettings>({ afterSeconds: 900, answerSeconds: 60 });
