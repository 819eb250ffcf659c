import { Notice } from '@/components/ui/notice';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';

/** Why there is no passkey. Who closed the browser's question is told quietly. */
export function PasskeyNotice({ error }: { error: unknown }) {
  const describe = useDescribeError();
  return <Notice severity={isApiError(error, 'passkey_cancelled') ? 'info' : 'error'}>{describe(error)}</Notice>;
}
