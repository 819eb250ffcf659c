import art from '../art.svg';

/** A lesson on a screen, drawn for the academy; it takes the theme's colours and says nothing by itself. */
export function HeroArt() {
  return (
    <svg aria-hidden="true" viewBox="0 0 480 360" className="mx-auto w-full max-w-md desk:max-w-none">
      <use href={`${art}#hero`} />
    </svg>
  );
}
