import type { MediaKeyShortcuts } from '@vidstack/react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

/** The player's own keys, and what the same keys write on an Arabic keyboard. */
export const SHORTCUTS: MediaKeyShortcuts = {
  togglePaused: 'k Space ن',
  toggleMuted: 'm ة',
  toggleFullscreen: 'f ب',
  togglePictureInPicture: 'i ه',
  toggleCaptions: 'c ؤ',
  seekBackward: 'j J ArrowLeft ت',
  seekForward: 'l L ArrowRight م',
  volumeUp: 'ArrowUp',
  volumeDown: 'ArrowDown',
  speedUp: '>',
  slowDown: '<',
};

const messages = defineMessages({
  title: { id: 'player.keys', defaultMessage: 'Keyboard shortcuts' },
  hint: { id: 'player.keys.hint', defaultMessage: 'When the player has the focus:' },
  pause: { id: 'player.keys.pause', defaultMessage: 'Play or pause' },
  back: { id: 'player.keys.back', defaultMessage: 'Back 10 seconds' },
  forward: { id: 'player.keys.forward', defaultMessage: 'Forward 10 seconds' },
  volume: { id: 'player.keys.volume', defaultMessage: 'Louder or quieter' },
  mute: { id: 'player.keys.mute', defaultMessage: 'Sound on or off' },
  captions: { id: 'player.keys.captions', defaultMessage: 'Captions on or off' },
  fullscreen: { id: 'player.keys.fullscreen', defaultMessage: 'Full screen' },
  pip: { id: 'player.keys.pip', defaultMessage: 'Picture in picture' },
  speed: { id: 'player.keys.speed', defaultMessage: 'Slower or faster' },
  jump: { id: 'player.keys.jump', defaultMessage: 'Go to 0%–90% of the lesson' },
});

const KEYS: readonly (readonly [keyof typeof messages, readonly string[]])[] = [
  ['pause', ['Space', 'K']],
  ['back', ['←', 'J']],
  ['forward', ['→', 'L']],
  ['volume', ['↑', '↓']],
  ['mute', ['M']],
  ['captions', ['C']],
  ['fullscreen', ['F']],
  ['pip', ['I']],
  ['speed', ['<', '>']],
  ['jump', ['0', '9']],
];

/** What keys do in the player, for who wants to know. */
export function PlayerKeys() {
  const intl = useIntl();
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer font-semibold text-muted touch:py-3 hover:text-ink">
        {intl.formatMessage(messages.title)}
      </summary>
      <p className="mt-2 text-muted">{intl.formatMessage(messages.hint)}</p>
      <dl className="mt-2 grid max-w-xl gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {KEYS.map(([name, keys]) => (
          <div key={name} className="flex items-baseline justify-between gap-3">
            <dt>{intl.formatMessage(messages[name])}</dt>
            <dd dir="ltr" className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-base border border-line bg-sunken px-1.5 text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
