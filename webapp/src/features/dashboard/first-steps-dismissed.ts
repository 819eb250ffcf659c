import { storageGet, storageSet } from '@/lib/preferences';

/** In this browser, for good. */
const DISMISSED = 'firstStepsDismissed';

export const firstStepsDismissed = (): boolean => storageGet(DISMISSED) !== null;

export const dismissFirstSteps = (): void => storageSet(DISMISSED, 'yes');
