/** The rules that the academy tells its pages; the defaults hold until they have come. */
import { Store } from './store';

export interface BotCheckSettings {
  /** `adaptive`: the server asks when it wants a check. */
  policy: 'adaptive' | 'always' | 'off';
  kind: 'altcha' | 'recaptcha-v2' | 'recaptcha-v3' | 'off';
  /** Of reCAPTCHA only. */
  siteKey: string;
}

export const botCheckSettings = new Store<BotCheckSettings>({ policy: 'adaptive', kind: 'altcha', siteKey: '' });

/** Characters that a new password needs at least. */
export const passwordMinimum = new Store(6);

/** IANA name of the zone in which the days of assignments begin and end, wherever a browser is. */
export const academyZone = new Store('Asia/Riyadh');

export interface IdleSettings {
  /** Without anything done for so long, a learner is asked; 0 never asks. */
  afterSeconds: number;
  /** How long the question stands before the learner is signed out. */
  answerSeconds: number;
}

export const idleSettings = new Store<IdleSettings>({ afterSeconds: 900, answerSeconds: 60 });
