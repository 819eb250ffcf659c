import type { Point } from '../model';
import { Each } from '../template';
import { SiteIcon } from './site-icon';

/** Cards of an icon, a title and a text each. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className="even-rows gap-5">
      <Each of={points}>
        {(point) => (
          <li className="card flex flex-col gap-4 p-6">
            <SiteIcon name={point.icon} />
            <div className="flex flex-col gap-2">
              <h3 className="text-lg font-bold">
                <bdi>{point.title}</bdi>
              </h3>
              <p className="text-sm text-muted">
                <bdi>{point.text}</bdi>
              </p>
            </div>
          </li>
        )}
      </Each>
    </ul>
  );
}
