import art from '../art.svg';

/** A drawing of a lesson on a screen, in the theme's colours; decorative. */
export function HeroArt() {
  return (
    <svg aria-hidden="true" viewBox="0 0 480 360" className="mx-auto w-full max-w-md desk:max-w-none">
      <use href={`${art}#hero`} />
    </svg>
  );
}
