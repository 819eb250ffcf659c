import {
  CirclePlus,
  Globe,
  CircleUserRound,
  HeartPulse,
  LayoutDashboard,
  LibraryBig,
  ScrollText,
  ShieldCheck,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import type { Role } from '@/lib/role';

const messages = defineMessages({
  dashboard: { id: 'dashboard.title', defaultMessage: 'Dashboard' },
  users: { id: 'admin.menu.users', defaultMessage: 'Users' },
  courses: { id: 'admin.menu.courses', defaultMessage: 'Courses' },
  newCourse: { id: 'courses.create.title', defaultMessage: 'New course' },
  managers: { id: 'managers.title', defaultMessage: 'Managers' },
  site: { id: 'site.editor.title', defaultMessage: 'Site' },
  audit: { id: 'admin.menu.audit', defaultMessage: 'Activity' },
  bin: { id: 'bin.title', defaultMessage: 'Bin' },
  health: { id: 'health.title', defaultMessage: 'Health' },
  account: { id: 'admin.account.title', defaultMessage: 'My account' },
});

export interface Screen {
  id: keyof typeof messages;
  name: MessageDescriptor;
  icon: ReactNode;
  to: string;
  /** Whether the menu has it, or only the command palette. */
  inMenu: boolean;
  /** The least role that may enter it; every role if absent. */
  role?: Role;
}

/** The screens of the manager's area that have one address. */
export const SCREENS: readonly Screen[] = [
  { id: 'dashboard', icon: <LayoutDashboard aria-hidden size={18} />, to: paths.admin.dashboard, inMenu: true },
  { id: 'users', icon: <Users aria-hidden size={18} />, to: '/admin/users', inMenu: true },
  { id: 'courses', icon: <LibraryBig aria-hidden size={18} />, to: '/admin/courses', inMenu: true },
  {
    id: 'newCourse',
    icon: <CirclePlus aria-hidden size={18} />,
    to: paths.admin.createCourse,
    inMenu: false,
    role: 'manager' as const,
  },
  {
    id: 'managers',
    icon: <ShieldCheck aria-hidden size={18} />,
    to: paths.admin.managers,
    inMenu: true,
    role: 'owner' as const,
  },
  { id: 'site', icon: <Globe aria-hidden size={18} />, to: paths.admin.site, inMenu: true, role: 'owner' as const },
  {
    id: 'audit',
    icon: <ScrollText aria-hidden size={18} />,
    to: paths.admin.audit,
    inMenu: true,
    role: 'manager' as const,
  },
  {
    id: 'bin',
    icon: <Trash2 aria-hidden size={18} />,
    to: paths.admin.bin,
    inMenu: true,
    role: 'manager' as const,
  },
  { id: 'health', icon: <HeartPulse aria-hidden size={18} />, to: paths.admin.health, inMenu: true },
  { id: 'account', icon: <CircleUserRound aria-hidden size={18} />, to: paths.admin.account, inMenu: false },
].map((screen) => ({ ...screen, id: screen.id as Screen['id'], name: messages[screen.id as Screen['id']] }));
