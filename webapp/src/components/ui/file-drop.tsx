import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { isFileDropItem } from 'react-aria-components/useDragAndDrop';
import { useIntl } from 'react-intl';
import { common } from '@/i18n/common-messages';
import { buttonClass } from './button-styles';

export interface FileDropProps {
  /** Names the zone. */
  label: string;
  /** What its button says. */
  choose: string;
  /** The button's name says the zone's too: a page with several. */
  named?: boolean;
  /** Types or endings, as `accept` of an input takes them. */
  accept?: readonly string[];
  multiple?: boolean;
  /** Also passes on files that do not match `accept`, so that the caller can say why they are refused. */
  anyFile?: boolean;
  isDisabled?: boolean;
  hint?: ReactNode;
  onFiles: (files: File[]) => void;
}

/** Takes files that are dropped, pasted or chosen; files that do not match `accept` are ignored. */
export function FileDrop({
  label,
  choose,
  named = false,
  accept,
  multiple = false,
  anyFile = false,
  isDisabled,
  hint,
  onFiles,
}: FileDropProps) {
  const intl = useIntl();
  const give = (files: readonly File[]) => {
    const fitting = anyFile ? [...files] : files.filter((file) => fits(file, accept));
    if (fitting.length > 0) onFiles(multiple ? fitting : fitting.slice(0, 1));
  };
  return (
    <DropZone
      aria-label={label}
      isDisabled={isDisabled}
      onDrop={(event) => {
        void Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())).then(give);
      }}
      className="flex flex-col items-center gap-3 rounded-card border-2 border-dashed border-line-strong/60 p-6 text-center transition duration-200 data-[disabled]:opacity-60 data-[drop-target]:border-accent data-[drop-target]:bg-accent-soft"
    >
      <Upload aria-hidden size={28} strokeWidth={1.5} className="text-muted" />
      {/* The zone's own button says it. */}
      <p aria-hidden="true" className="text-sm font-semibold">
        {label}
      </p>
      {hint && <div className="text-sm text-muted">{hint}</div>}
      <FileTrigger acceptedFileTypes={accept} allowsMultiple={multiple} onSelect={(files) => give([...(files ?? [])])}>
        <Button
          isDisabled={isDisabled}
          aria-label={named ? intl.formatMessage(common.named, { action: choose, name: label }) : undefined}
          className={buttonClass('secondary', 'small')}
        >
          {choose}
        </Button>
      </FileTrigger>
    </DropZone>
  );
}

/** As an input's `accept`: `.csv`, `image/*`, `video/mp4`. */
export function fits(file: File, accept?: readonly string[]): boolean {
  if (!accept?.length) return true;
  const name = file.name.toLowerCase();
  return accept.some((rule) => {
    if (rule.startsWith('.')) return name.endsWith(rule.toLowerCase());
    return rule.endsWith('/*') ? file.type.startsWith(rule.slice(0, -1)) : file.type === rule;
  });
}
