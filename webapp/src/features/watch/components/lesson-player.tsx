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
import Hls, { type ErrorData } from 'hls.js';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type PointerEvent, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { formatSpokenTime } from '@/lib/duration';
import type { Playback } from '@/lib/models';
import { theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { addToast } from '@/lib/toast';
import { chaptersOf } from '../chapters';
import { PATIENCE_SECONDS, rememberLinkSpeed, startBitrate } from '../link-speed';
import { markPictures } from '../mark-pictures';
import { namePlayer } from '../name-player';
import { SeamlessHls } from '../seamless-hls';
import { answerSeekKeys } from '../seek-keys';
import { speakTime } from '../spoken-time';
import { keepWatermark } from '../watermark';
import { SHORTCUTS } from './player-keys';
import { playerMessages, playerTexts } from './player-texts';

export interface LessonPlayerHandle {
  /** Plays from there, seconds. */
  playFrom: (at: number) => void;
}

export interface LessonPlayerProps {
  title: string;
  /** Stands beside the title where the system shows what plays. */
  courseTitle: string;
  /** Has the chapters. */
  description: string;
  playback: Playback;
  ref?: Ref<LessonPlayerHandle>;
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
  /** The media cannot be loaded any more: an ended session, an ended assignment, or what `mayPass`: the network, the server. */
  onFailed: (mayPass: boolean) => void;
}

/** `MediaError.MEDIA_ERR_NETWORK`, of a browser that plays HLS itself. */
const MEDIA_ERR_NETWORK = 2;

/** Long enough to be read beside a lesson that goes on. */
const TOO_SLOW_LIFE_MS = 8000;

/** No answer at all, or a server that is down; not one that refuses. */
const mayPass = ({ type, response }: ErrorData): boolean =>
  type === Hls.ErrorTypes.NETWORK_ERROR && (!response?.code || response.code >= 500);

/** One lesson's player. Leaving it destroys the stream, so that nothing more is loaded. */
export default function LessonPlayer({
  title,
  courseTitle,
  description,
  playback,
  ref,
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
  const { scheme } = useStore(theme);
  const player = useRef<MediaPlayerInstance>(null);
  const [from] = useState(startAt);
  const [plays, setPlays] = useState(autoPlay);
  const [begun, setBegun] = useState(false);
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
  const name = intl.formatMessage(playerMessages.name, { title });
  useEffect(() => {
    const host = player.current?.el;
    return host ? namePlayer(host, name) : undefined;
  }, [name]);
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
  const saysTooSlow = useRef<() => void>(() => undefined);
  useEffect(() => {
    saysTooSlow.current = () => {
      player.current?.qualities.autoSelect();
      addToast({ detail: intl.formatMessage(playerMessages.tooSlow), life: TOO_SLOW_LIFE_MS });
    };
  }, [intl]);
  useImperativeHandle(ref, () => ({
    playFrom: (at) => {
      player.current?.remoteControl.seek(at);
      player.current?.remoteControl.play();
    },
  }));
  useEffect(() => {
    if (held && player.current?.state.canPlay) void player.current.pause();
  }, [held]);
  // A new object would make the player load everything again.
  const source = useMemo(() => ({ src: playback.hls, type: 'application/x-mpegurl' as const }), [playback.hls]);
  const chapters = useMemo(() => {
    const found = chaptersOf(description, playback.duration).chapters;
    return found.map(({ from, title: text }, index) => ({
      startTime: from,
      endTime: found[index + 1]?.from ?? playback.duration,
      text,
    }));
  }, [description, playback.duration]);
  const chapterTrack = useMemo(() => ({ cues: chapters }), [chapters]);
  // Without one the player would name the page itself as a picture.
  const artwork = useMemo(() => (playback.poster ? [{ src: playback.poster }] : []), [playback.poster]);
  // Whole, because the player takes the pictures' addresses relative to the page when it is not.
  const thumbnails = playback.thumbnails ? new URL(playback.thumbnails, window.location.href).href : undefined;
  const configureHls = (provider: MediaProviderAdapter | null) => {
    if (!isHLSProvider(provider)) return;
    // By default the library would be fetched from another company's server; and it must be there at once, or a
    // browser that knows HLS by itself begins to load the lesson a second time.
    provider.library = SeamlessHls;
    provider.config = {
      // Loads from where the lesson goes on, not from its beginning first.
      startPosition: from,
      // By default the first segment would be loaded as a test of the link, and then again to be shown.
      testBandwidth: false,
      abrEwmaDefaultEstimate: startBitrate(),
      // After a jump, the best quality that is there so soon; by default it may take four seconds.
      maxStarvationDelay: PATIENCE_SECONDS,
    };
    provider.onInstance((hls) => {
      hls.on(Hls.Events.FRAG_BUFFERED, () => rememberLinkSpeed(hls.bandwidthEstimate));
      if (hls instanceof SeamlessHls) hls.onTooSlow = () => saysTooSlow.current();
    });
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
  const jump = (seconds: number) => {
    const now = player.current;
    now?.remoteControl.seek(Math.max(0, now.state.currentTime + seconds));
  };
  return (
    // Time runs from left to right in both languages, and so do the controls.
    <div dir="ltr" className="overflow-hidden rounded-card bg-black" onPointerUp={hearEarlyPlay}>
      <MediaPlayer
        ref={player}
        // The sign of what a key did lies below the controls, and below the menu that is opened next.
        // On phones a double tap on either side jumps; without the buttons in the middle there is little else to hit.
        className="block! aspect-video w-full [&_.vds-kb-bezel]:z-1! touch:[--video-gesture-seek-width:40%]"
        title={title}
        artist={courseTitle}
        artwork={artwork}
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
        // After the player has answered the system's keys itself.
        onCanPlay={() => answerSeekKeys(jump)}
        onMediaPlayRequest={onPlay}
        onPlay={onPlay}
        onPlaying={() => setBegun(true)}
        onPause={onPause}
        onSeeking={onJump}
        onEnded={onEnded}
        onError={({ code }) => onFailed(code === MEDIA_ERR_NETWORK)}
        onHlsError={(data) => data.fatal && onFailed(mayPass(data))}
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
          {chapters.length > 0 && playback.duration > 0 && (
            <Track kind="chapters" content={chapterTrack} type="json" lang="und" default />
          )}
        </MediaProvider>
        <DefaultVideoLayout
          icons={defaultLayoutIcons}
          // The app's, which need not be the device's.
          colorScheme={scheme}
          translations={texts}
          // Not beside the first segment, which would take longer.
          thumbnails={begun ? thumbnails : undefined}
          smallLayoutWhen={({ width }) => width < 576}
          slots={{ googleCastButton: null, airPlayButton: null, downloadButton: null }}
        />
      </MediaPlayer>
    </div>
  );
}
