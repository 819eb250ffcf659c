import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { queryClient } from './query-client';

test('without a network a call fails at once instead of waiting for one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  const queryFn = vi.fn().mockRejectedValue(new ApiError({ status: 0, code: 'network', message: '' }));
  await expect(queryClient.fetchQuery({ queryKey: ['offline'], queryFn })).rejects.toMatchObject({ code: 'network' });
  expect(queryFn).toHaveBeenCalledTimes(1);
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: queryFn });
  await expect(mutation.execute(undefined)).rejects.toMatchObject({ code: 'network' });
  onlineManager.setOnline(true);
});
