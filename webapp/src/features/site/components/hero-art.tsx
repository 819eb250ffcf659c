/** A lesson on a screen, drawn for the academy; it takes the theme's colours and says nothing by itself. */
export function HeroArt() {
  return (
    <svg aria-hidden="true" viewBox="0 0 480 360" className="mx-auto w-full max-w-md desk:max-w-none">
      <circle cx="390" cy="86" r="74" className="fill-accent" opacity=".16" />
      <circle cx="76" cy="286" r="58" className="fill-accent" opacity=".12" />
      <g className="fill-card stroke-line" strokeWidth="2">
        <rect x="52" y="52" width="376" height="236" rx="18" />
      </g>
      <rect x="72" y="72" width="336" height="160" rx="10" className="fill-accent-soft" />
      <path
        d="M72 204c60-52 104-8 160-40s110-40 176-14v72a10 10 0 0 1-10 10H82a10 10 0 0 1-10-10Z"
        className="fill-accent"
        opacity=".22"
      />
      <circle cx="240" cy="150" r="34" className="fill-action" />
      <path d="m231 134 26 16-26 16Z" className="fill-on-action" />
      <rect x="72" y="252" width="336" height="8" rx="4" className="fill-line" />
      <rect x="72" y="252" width="176" height="8" rx="4" className="fill-action" />
      <circle cx="248" cy="256" r="9" className="fill-action" />
      <g className="fill-card stroke-line" strokeWidth="2">
        <rect x="300" y="268" width="152" height="64" rx="12" />
        <rect x="24" y="24" width="132" height="58" rx="12" />
      </g>
      <circle cx="330" cy="300" r="14" className="fill-success" opacity=".2" />
      <path
        d="m323 300 5 5 9-10"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-success"
      />
      <rect x="354" y="288" width="76" height="8" rx="4" className="fill-line" />
      <rect x="354" y="304" width="48" height="8" rx="4" className="fill-line" />
      <path d="m58 40-20 9 20 9 20-9-20-9Zm-11 15v6c0 3 5 5 11 5s11-2 11-5v-6l-11 5-11-5Z" className="fill-accent" />
      <rect x="90" y="42" width="48" height="8" rx="4" className="fill-line" />
      <rect x="90" y="57" width="32" height="8" rx="4" className="fill-line" />
    </svg>
  );
}
