import type { ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { menuItemClass } from './menu-model';
import { Notice } from './notice';
import { SearchField } from './search-field';

const messages = defineMessages({
  title: { id: 'commandPalette.title', defaultMessage: 'Go to a learner, a course or a screen' },
  none: { id: 'state.empty', defaultMessage: 'No data found.' },
  loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' },
});

interface CommandEntry {
  id: string;
  name: string;
  detail?: string;
  icon?: ReactNode;
}

export interface CommandGroup {
  id: string;
  title: string;
  entries: readonly CommandEntry[];
}

export interface CommandPaletteProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  /** The typed text; the owner supplies the matching groups. */
  query: string;
  onQuery: (query: string) => void;
  groups: readonly CommandGroup[];
  loading?: boolean;
  /** The error of the search. */
  problem?: string;
  /** The palette closes itself. */
  onChoose: (entry: CommandEntry, group: string) => void;
}

/** Opens any screen by a few letters: type, arrows, Enter. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, onOpenChange, query, onQuery, groups, loading = false, problem, onChoose } = props;
  const intl = useIntl();
  const title = intl.formatMessage(messages.title);
  const filled = groups.filter(({ entries }) => entries.length > 0);
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="mask-in fixed inset-0 z-50 bg-(--mask) px-4 pt-[12vh]"
    >
      <Modal className="mx-auto w-full max-w-xl">
        <Dialog aria-label={title} className="card flex max-h-[70vh] flex-col gap-2 p-3 shadow-pop outline-none">
          <Autocomplete inputValue={query} onInputChange={onQuery}>
            <SearchField label={title} autoFocus />
            {problem && <Notice severity="error">{problem}</Notice>}
            <Menu
              aria-label={title}
              className="min-h-16 overflow-y-auto outline-none"
              onAction={(key) => {
                const [group = '', id = ''] = String(key).split('\n');
                const entry = groups.find((one) => one.id === group)?.entries.find((one) => one.id === id);
                onOpenChange(false);
                if (entry) onChoose(entry, group);
              }}
              renderEmptyState={() => (
                <p className="px-3 py-4 text-sm text-muted">
                  {intl.formatMessage(loading ? messages.loading : messages.none)}
                </p>
              )}
            >
              {filled.map((group) => (
                <MenuSection key={group.id} id={group.id}>
                  <Header className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">{group.title}</Header>
                  {group.entries.map((entry) => (
                    <MenuItem
                      key={entry.id}
                      id={`${group.id}\n${entry.id}`}
                      textValue={entry.name}
                      className={menuItemClass}
                    >
                      {entry.icon}
                      <span className="min-w-0">
                        <bdi className="block truncate">{entry.name}</bdi>
                        {entry.detail && (
                          <bdi className="block truncate text-xs font-normal text-muted">{entry.detail}</bdi>
                        )}
                      </span>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
            {loading && filled.length > 0 && (
              <p role="status" className="px-3 text-xs text-muted">
                {intl.formatMessage(messages.loading)}
              </p>
            )}
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
