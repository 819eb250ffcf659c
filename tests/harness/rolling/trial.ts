// An academy in a cluster under load, whose processes are replaced one by one, and what came of it.
import { readyAsset, MediaFolder } from '../media.ts';
import { RollingAcademy } from './academy.ts';
import { underLoad, type Outcome as OutcomeOfLoad } from './load.ts';

/** A replacement of all processes. */
export interface Roll {
  readonly to: string;
  readonly programs: string;
  /** Whether the job that migrates runs before. */
  readonly migrates: boolean;
  /** Whether the databases are changed before as a later release would. */
  readonly expands?: boolean;
  /** Whether a video has to be uploaded and processed afterwards. */
  readonly processes?: boolean;
}

export interface Outcome extends OutcomeOfLoad {
  /** Videos that were uploaded while processes were replaced, and are not ready. */
  readonly unready: string[];
}

/** Starts an academy of `from`, and goes through `rolls` while clients work. */
export async function trial(from: string, rolls: readonly Roll[]): Promise<Outcome> {
  const academy = await RollingAcademy.start(from);
  const media = await MediaFolder.create();
  const unready: string[] = [];
  try {
    const outcome = await underLoad(academy, media, async ({ tally, manager, file, settle }) => {
      for (const { to, programs, migrates, expands, processes } of rolls) {
        const says = (line: string) => console.info(`${tally.at}  to ${to}: ${line}`);
        await academy.roll(programs, { migrates, expands: expands ?? false }, says);
        if (processes) {
          const video = await readyAsset(manager, file).catch((error: Error) =>
            unready.push(`${to}: ${error.message}`),
          );
          if (typeof video !== 'number') says('a video was uploaded and processed');
        }
        await settle();
      }
    });
    return { ...outcome, unready };
  } finally {
    await academy.remove();
    await media.remove();
  }
}
