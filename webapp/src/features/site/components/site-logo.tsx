import { Logo, LogoPicture, PlainMark } from '@/components/ui/logo';
import { When } from '../template';
import { useSiteInfo } from './site-context';

/** The academy's mark and name on the public pages. */
export function SiteLogo() {
  const { name, logo } = useSiteInfo();
  return (
    <Logo
      to="/"
      name={name}
      mark={
        <When value={logo} otherwise={<PlainMark />}>
          <LogoPicture src={logo} />
        </When>
      }
    />
  );
}
