import '@vidstack/react/player/styles/default/theme.css';
import '@vidstack/react/player/styles/default/layouts/video.css';
import {
  isHLSProvider,
  MediaPlayer,
  MediaProvider,
  Poster,
  Track,
  type MediaPlayerInstance,
  type MediaProviderAdapter,
} from '@vidstack/react';
import { defaultLayoutIcons, DefaultVideoLayout } from '@vidstack/react/player/layouts/default';
import Hls from 'hls.js';
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import { formatSpokenTime } from '@/lib/duration';
import type { Playback } from '@/lib/models';
import { markPictures } from '../mark-pictures';
import { speakTime } from '../spoken-time';
import { keepWatermark } from '../watermark';
import { SHORTCUTS } from './player-keys';
import { playerMessages, playerTexts } from './player-texts';

export interface LessonPlayerProps {
  title: string;
  playback: Playback;
  /** Where it begins, seconds; asked once. */
  startAt: () => number;
  /** Whether it plays by itself; asked once. */
  autoPlay: () => boolean;
  /** Stands faintly over the picture: the learner's name. */
  watermark: string;
  /** Nobody may watch now. */
  held: boolean;
  onTick: (position: number, playing: boolean) => void;
  /** It plays, or was told to before it could. */
  onPlay: () => void;
  onPause: () => void;
  /** It jumps to another place. */
  onJump: () => void;
  onEnded: () => void;
  /** The media cannot be loaded any more: an ended session, an ended assignment, or the network. */
  onFailed: () => void;
}

/** One lesson's player. Leaving it destroys the stream, so that nothing more is loaded. */
export default function LessonPlayer({
  title,
  playback,
  startAt,
  autoPlay,
  watermark,
  held,
  onTick,
  onPlay,
  onPause,
  onJump,
  onEnded,
  onFailed,
}: LessonPlayerProps) {
  const intl = useIntl();
  const player = useRef<MediaPlayerInstance>(null);
  const [from] = useState(startAt);
  const [plays, setPlays] = useState(autoPlay);
  const texts = useMemo(() => playerTexts(intl), [intl]);
  // Given at the first render, the address would stand in a source element for a moment, and a browser that knows HLS
  // by itself would load the lesson a second time.
  const [mounted, setMounted] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- the second render is the point
  useEffect(() => setMounted(true), []);
  useEffect(() => {
    const host = player.current?.el;
    return host ? keepWatermark(host, watermark) : undefined;
  }, [watermark]);
  useEffect(() => {
    const host = player.current?.el;
    return host ? markPictures(host) : undefined;
  }, []);
  const spoken = useRef<ReturnType<typeof speakTime>>(null);
  useEffect(() => {
    const host = player.current?.el;
    if (!host) return;
    const place = () => ({ at: player.current?.state.currentTime ?? 0, of: player.current?.state.duration ?? 0 });
    const now = speakTime(host, place, ({ at, of }) =>
      intl.formatMessage(playerMessages.place, { at: formatSpokenTime(intl, at), of: formatSpokenTime(intl, of) }),
    );
    spoken.current = now;
    return now.stop;
  }, [intl]);
  useEffect(() => {
    if (held && player.current?.state.canPlay) void player.current.pause();
  }, [held]);
  // A new object would make the player load everything again.
  const source = useMemo(() => ({ src: playback.hls, type: 'application/x-mpegurl' as const }), [playback.hls]);
  // Whole, because the player takes the pictures' addresses relative to the page when it is not.
  const thumbnails = playback.thumbnails ? new URL(playback.thumbnails, window.location.href).href : undefined;
  const configureHls = (provider: MediaProviderAdapter | null) => {
    if (!isHLSProvider(provider)) return;
    // By default the library would be fetched from another company's server; and it must be there at once, or a
    // browser that knows HLS by itself begins to load the lesson a second time.
    provider.library = Hls;
    // Loads from where the lesson goes on, not from its beginning first.
    provider.config = { startPosition: from };
  };
  // The player's buttons hear presses only some tasks after they are drawn, which is long on a slow phone. What they
  // heard is prevented; a press on Play that nobody heard is done here.
  const hearEarlyPlay = (event: PointerEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (!(event.target instanceof Element && event.target.closest('.vds-play-button'))) return;
    onPlay();
    if (player.current?.state.canPlay) void player.current.play(event.nativeEvent);
    else setPlays(true);
  };
  return (
    // Time runs from left to right in both languages, and so do the controls.
    <div dir="ltr" className="overflow-hidden rounded-card bg-black" onPointerUp={hearEarlyPlay}>
      <MediaPlayer
        ref={player}
        className="block! aspect-video w-full"
        title={title}
        src={mounted ? source : undefined}
        currentTime={from}
        duration={playback.duration || undefined}
        autoPlay={plays}
        load="eager"
        playsInline
        storage="player"
        keyTarget="player"
        keyShortcuts={SHORTCUTS}
        onProviderChange={configureHls}
        onTimeUpdate={({ currentTime }) => {
          const state = player.current?.state;
          spoken.current?.update();
          onTick(currentTime, Boolean(state && !state.paused && !state.seeking && !state.waiting));
        }}
        onMediaPlayRequest={onPlay}
        onPlay={onPlay}
        onPause={onPause}
        onSeeking={onJump}
        onEnded={onEnded}
        onError={onFailed}
        onHlsError={(data) => data.fatal && onFailed()}
      >
        <MediaProvider>
          {playback.poster && <Poster className="vds-poster" src={playback.poster} alt="" />}
          {playback.captions.map((captions) => (
            <Track
              key={captions.lang}
              kind="captions"
              src={captions.url}
              lang={captions.lang}
              label={captions.label}
              default={captions.default}
            />
          ))}
        </MediaProvider>
        <DefaultVideoLayout
          icons={defaultLayoutIcons}
          translations={texts}
          thumbnails={thumbnails}
          smallLayoutWhen={({ width }) => width < 576}
          slots={{ googleCastButton: null, airPlayButton: null, downloadButton: null }}
        />
      </MediaPlayer>
    </div>
  );
}
