import type { DefaultLayoutTranslations } from '@vidstack/react/player/layouts/default';
import type { IntlShape } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { formatSpokenTime } from '@/lib/duration';

export const playerMessages = defineMessages({
  name: { id: 'player.name', defaultMessage: 'Video: {title}' },
  place: { id: 'player.place', defaultMessage: '{at} of {of}' },
  tooSlow: {
    id: 'player.tooSlow',
    defaultMessage: 'The connection is too slow for the selected quality. The quality is automatic again.',
  },
});

const messages = defineMessages({
  accessibility: { id: 'player.accessibility', defaultMessage: 'Accessibility' },
  announcements: { id: 'player.announcements', defaultMessage: 'Announcements' },
  auto: { id: 'player.auto', defaultMessage: 'Auto' },
  audio: { id: 'player.audio', defaultMessage: 'Audio' },
  boost: { id: 'player.boost', defaultMessage: 'Boost' },
  captions: { id: 'player.captions', defaultMessage: 'Captions' },
  chapters: { id: 'player.chapters', defaultMessage: 'Chapters' },
  captionStyles: { id: 'player.captionStyles', defaultMessage: 'Caption styles' },
  captionsOff: { id: 'player.captionsOff', defaultMessage: 'Captions off' },
  captionsOn: { id: 'player.captionsOn', defaultMessage: 'Captions on' },
  default: { id: 'player.default', defaultMessage: 'Default' },
  enterFullscreen: { id: 'player.fullscreen.enter', defaultMessage: 'Full screen' },
  exitFullscreen: { id: 'player.fullscreen.exit', defaultMessage: 'Exit full screen' },
  enterPip: { id: 'player.pip.enter', defaultMessage: 'Picture in picture' },
  exitPip: { id: 'player.pip.exit', defaultMessage: 'Exit picture in picture' },
  keyboard: { id: 'player.keyboard', defaultMessage: 'Keyboard animations' },
  loop: { id: 'player.loop', defaultMessage: 'Loop' },
  mute: { id: 'player.mute', defaultMessage: 'Mute' },
  unmute: { id: 'player.unmute', defaultMessage: 'Unmute' },
  normal: { id: 'player.normal', defaultMessage: 'Normal' },
  off: { id: 'player.off', defaultMessage: 'Off' },
  play: { id: 'player.play', defaultMessage: 'Play' },
  pause: { id: 'player.pause', defaultMessage: 'Pause' },
  playback: { id: 'player.playback', defaultMessage: 'Playback' },
  quality: { id: 'player.quality', defaultMessage: 'Quality' },
  replay: { id: 'player.replay', defaultMessage: 'Replay' },
  seek: { id: 'player.seek', defaultMessage: 'Seek' },
  back: { id: 'player.back', defaultMessage: 'Back' },
  forward: { id: 'player.forward', defaultMessage: 'Forward' },
  settings: { id: 'player.settings', defaultMessage: 'Player settings' },
  speed: { id: 'player.speed', defaultMessage: 'Speed' },
  track: { id: 'player.track', defaultMessage: 'Track' },
  volume: { id: 'player.volume', defaultMessage: 'Volume' },
  pip: { id: 'player.pip', defaultMessage: 'Picture in picture' },
  fullscreen: { id: 'player.fullscreen', defaultMessage: 'Full screen' },
  example: { id: 'player.example', defaultMessage: 'Captions look like this' },
  font: { id: 'player.font', defaultMessage: 'Font' },
  family: { id: 'player.family', defaultMessage: 'Font family' },
  size: { id: 'player.size', defaultMessage: 'Size' },
  color: { id: 'player.color', defaultMessage: 'Colour' },
  opacity: { id: 'player.opacity', defaultMessage: 'Opacity' },
  shadow: { id: 'player.shadow', defaultMessage: 'Shadow' },
  text: { id: 'player.text', defaultMessage: 'Text' },
  textBackground: { id: 'player.textBackground', defaultMessage: 'Text background' },
  displayBackground: { id: 'player.displayBackground', defaultMessage: 'Caption background' },
  reset: { id: 'player.reset', defaultMessage: 'Reset' },
  monoSerif: { id: 'player.style.monoSerif', defaultMessage: 'Monospaced serif' },
  proSerif: { id: 'player.style.proSerif', defaultMessage: 'Serif' },
  monoSans: { id: 'player.style.monoSans', defaultMessage: 'Monospaced' },
  proSans: { id: 'player.style.proSans', defaultMessage: 'Plain' },
  casual: { id: 'player.style.casual', defaultMessage: 'Casual' },
  cursive: { id: 'player.style.cursive', defaultMessage: 'Cursive' },
  capitals: { id: 'player.style.capitals', defaultMessage: 'Small capitals' },
  none: { id: 'player.style.none', defaultMessage: 'None' },
  dropShadow: { id: 'player.style.dropShadow', defaultMessage: 'Drop shadow' },
  raised: { id: 'player.style.raised', defaultMessage: 'Raised' },
  depressed: { id: 'player.style.depressed', defaultMessage: 'Depressed' },
  outline: { id: 'player.style.outline', defaultMessage: 'Outline' },
  audioBoost: { id: 'player.audioBoost', defaultMessage: 'Volume boost' },
});

/** The player's own words in the page's language. */
export function playerTexts(intl: IntlShape): Partial<DefaultLayoutTranslations> {
  const say = (key: keyof typeof messages) => intl.formatMessage(messages[key]);
  // The player looks these up as well, though its types do not name them.
  const captionStyles = {
    'Monospaced Serif': say('monoSerif'),
    'Proportional Serif': say('proSerif'),
    'Monospaced Sans-Serif': say('monoSans'),
    'Proportional Sans-Serif': say('proSans'),
    Casual: say('casual'),
    Cursive: say('cursive'),
    'Small Capitals': say('capitals'),
    None: say('none'),
    'Drop Shadow': say('dropShadow'),
    Raised: say('raised'),
    Depressed: say('depressed'),
    Outline: say('outline'),
    'Audio Boost': say('audioBoost'),
  };
  const texts: Partial<DefaultLayoutTranslations> = {
    Accessibility: say('accessibility'),
    Announcements: say('announcements'),
    Auto: say('auto'),
    Audio: say('audio'),
    Boost: say('boost'),
    Captions: say('captions'),
    Chapters: say('chapters'),
    'Caption Styles': say('captionStyles'),
    'Closed-Captions Off': say('captionsOff'),
    'Closed-Captions On': say('captionsOn'),
    Default: say('default'),
    'Enter Fullscreen': say('enterFullscreen'),
    'Exit Fullscreen': say('exitFullscreen'),
    'Enter PiP': say('enterPip'),
    'Exit PiP': say('exitPip'),
    'Keyboard Animations': say('keyboard'),
    Loop: say('loop'),
    Mute: say('mute'),
    Unmute: say('unmute'),
    Normal: say('normal'),
    Off: say('off'),
    Play: say('play'),
    Pause: say('pause'),
    Playback: say('playback'),
    Quality: say('quality'),
    Replay: say('replay'),
    Seek: say('seek'),
    'Seek Backward': say('back'),
    'Seek Forward': say('forward'),
    Settings: say('settings'),
    Speed: say('speed'),
    Track: say('track'),
    Volume: say('volume'),
    PiP: say('pip'),
    Fullscreen: say('fullscreen'),
    'Captions look like this': say('example'),
    Font: say('font'),
    Family: say('family'),
    Size: say('size'),
    Color: say('color'),
    Opacity: say('opacity'),
    Shadow: say('shadow'),
    Text: say('text'),
    'Text Background': say('textBackground'),
    'Display Background': say('displayBackground'),
    Reset: say('reset'),
    ...captionStyles,
  };
  // What the player announces of a jump ("… 1 min 5 sec") it looks up whole.
  return new Proxy(texts, {
    get: (known, word: string) => known[word as keyof typeof known] ?? lengthInWords(intl, word),
  });
}

const SECONDS = { hour: 3600, min: 60, sec: 1 } as const;
const UNIT = /\b(\d+) (hour|min|sec)\b/g;
/** The player's own words: "1 hour 5 min 10 sec". */
const LENGTH = /\b\d+ (?:hour|min|sec)\b(?: \d+ (?:hour|min|sec)\b)*/g;

function lengthInWords(intl: IntlShape, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.search(LENGTH) < 0) return undefined;
  return text.replace(LENGTH, (length) =>
    formatSpokenTime(
      intl,
      [...length.matchAll(UNIT)].reduce(
        (sum, [, count, unit]) => sum + Number(count) * SECONDS[unit as keyof typeof SECONDS],
        0,
      ),
    ),
  );
}
