import { useHolds } from '#web/client/access.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { ListenPanel } from './listen-panel.tsx';
import { RawFiles } from './raw-files.tsx';

/** On the page of a source: its last message. */
export function ListenTab({ record }: ShowTabProps) {
  const operates = useHolds(['Pages.Operating']);
  return (
    <>
      <ListenPanel sourceId={record.id} />
      {operates && <RawFiles sourceId={record.id} />}
    </>
  );
}
