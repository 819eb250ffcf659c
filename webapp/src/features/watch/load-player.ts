/** The player, which is large: asked for as soon as somebody may be about to watch. */
export const loadPlayer = () => import('./components/lesson-player');
