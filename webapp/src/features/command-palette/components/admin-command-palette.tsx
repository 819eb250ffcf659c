import { useQuery } from '@tanstack/react-query';
import { LibraryBig, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { CommandPalette, type CommandGroup } from '@/components/ui/command-palette';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
import { paths } from '@/lib/paths';
import { courseSearchOptions, learnerSearchOptions } from '../api/search';
import { useDebounced } from '../use-debounced';

const messages = defineMessages({
  screens: { id: 'commandPalette.screens', defaultMessage: 'Screens' },
  learners: { id: 'commandPalette.learners', defaultMessage: 'Learners' },
  courses: { id: 'commandPalette.courses', defaultMessage: 'Courses' },
});

/** Of the screens that a search finds, so that learners and courses are in sight below them. */
const MAX_SCREENS = 5;

/** Long enough for the next letter, too short to be noticed. */
const DEBOUNCE_MS = 180;

export interface CommandScreen {
  id: string;
  name: string;
  icon: ReactNode;
  to: string;
}

export interface AdminCommandPaletteProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  screens: readonly CommandScreen[];
  onGo: (to: string) => void;
}

/** Goes to a screen, a learner or a course by a few letters of the name. */
export function AdminCommandPalette({ isOpen, onOpenChange, screens, onGo }: AdminCommandPaletteProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [query, setQuery] = useState('');
  const wanted = foldText(query);
  const search = useDebounced(query.trim(), DEBOUNCE_MS);
  const learners = useQuery(learnerSearchOptions(search));
  const courses = useQuery(courseSearchOptions(search));
  const asked = wanted !== '';
  const behind = asked && (search !== query.trim() || learners.isFetching || courses.isFetching);
  // Enter must not open what was found for other letters.
  const fits = (...texts: string[]) => !behind || foldText(texts.join(' ')).includes(wanted);
  const groups: CommandGroup[] = [
    {
      id: 'screens',
      title: intl.formatMessage(messages.screens),
      entries: asked ? screens.filter(({ name }) => foldText(name).includes(wanted)).slice(0, MAX_SCREENS) : screens,
    },
    {
      id: 'learners',
      title: intl.formatMessage(messages.learners),
      entries: ((asked && learners.data) || [])
        .filter(({ fullname, email, phonenumber }) => fits(fullname, email, phonenumber))
        .map(({ _id, fullname, email }) => ({
          id: _id,
          name: fullname,
          detail: email,
          icon: <UserRound aria-hidden size={18} className="shrink-0" />,
        })),
    },
    {
      id: 'courses',
      title: intl.formatMessage(messages.courses),
      entries: ((asked && courses.data) || [])
        .filter(({ title }) => fits(title))
        .map(({ _id, title }) => ({
          id: _id,
          name: title,
          icon: <LibraryBig aria-hidden size={18} className="shrink-0" />,
        })),
    },
  ];
  const error = learners.error ?? courses.error;
  return (
    <CommandPalette
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      query={query}
      onQuery={setQuery}
      groups={groups}
      loading={behind}
      problem={asked && error ? describe(error) : undefined}
      onChoose={({ id }, group) => {
        if (group === 'learners') onGo(paths.admin.user(id));
        else if (group === 'courses') onGo(paths.admin.course(id));
        else onGo(screens.find((screen) => screen.id === id)?.to ?? paths.admin.home);
      }}
    />
  );
}
