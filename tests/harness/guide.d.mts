export type GuideKind = 'package' | 'clone' | 'academy' | 'tests' | 'conf';

export interface GuideBlock {
  readonly file: string;
  readonly line: number;
  readonly kind: GuideKind;
  readonly name: string;
  readonly text: string;
}

export function guideFiles(): string[];
export function readGuideFile(name: string): string;
export function guideBlocks(): GuideBlock[];
export function guideCommands(kind: GuideKind): Map<string, string>;
