import { useQueryClient } from '@tanstack/react-query';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { callService } from '#web/client/services.ts';
import { ordersKey } from './order-queries.ts';

/** Acknowledges an order or an information by name; answers with how it then stands. */
export function useAcknowledgeOrder(): (message: ChatMessage, remark: string) => Promise<ChatMessage> {
  const client = useQueryClient();
  return async ({ room, seq }, remark) => {
    try {
      return await callService('Coordination', 'Acknowledge', { room, seq, ...(remark ? { remark } : {}) });
    } finally {
      await client.invalidateQueries({ queryKey: ordersKey });
    }
  };
}
