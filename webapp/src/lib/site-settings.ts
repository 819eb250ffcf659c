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
