import { AppShell, type AppShellProps } from '@/components/layout/app-shell';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { Component as Workspace } from './workspace';

interface Props extends Omit<AppShellProps, 'name'> {
  /** The first screen's heading, where it is known. */
  title?: string | undefined;
}

/** An area's frame while its first screen loads. It calls nothing: whether the session is still valid is being asked. */
export function LoadingFrame(props: Props) {
  return (
    <Workspace>
      <SiteProvider>
        <Frame {...props} />
      </SiteProvider>
    </Workspace>
  );
}

function Frame({ title, actions, children, ...frame }: Props) {
  const { name } = useSiteInfo();
  return (
    <AppShell
      {...frame}
      name={name}
      actions={
        <div inert className="contents">
          {actions}
        </div>
      }
    >
      <div className="page py-8">
        {title && <h1 className="mb-6 text-2xl font-bold">{title}</h1>}
        {children}
      </div>
    </AppShell>
  );
}
