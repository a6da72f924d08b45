import { useQuery } from '@tanstack/react-query';
import { callService } from '#web/client/services.ts';

/** How far one's own company has come to its first plan; null: one has none. Asked again with each visit. */
export function useStartProgress(enabled = true) {
  return useQuery({
    queryKey: ['registration', 'progress'],
    queryFn: () => callService('Registration', 'GetProgress', {}),
    enabled,
    retry: false,
  });
}
