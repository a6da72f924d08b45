import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { ListenPanel } from './listen-panel.tsx';

/** On the page of a source: its last message. */
export function ListenTab({ record }: ShowTabProps) {
  return <ListenPanel sourceId={record.id} />;
}
