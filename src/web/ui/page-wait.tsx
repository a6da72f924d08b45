import { Skeleton } from 'antd';
import { Failure } from './failure.tsx';

interface Props {
  /** What failed, where something did. */
  title?: string;
  error?: unknown;
  retry?: () => void;
}

/** A page whose record is still to come, or did not: then what failed, and another try. */
export function PageWait({ title, error, retry }: Props) {
  return (
    <div className="cw-page">
      {error ? (
        <Failure title={title} error={error} retry={retry} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </div>
  );
}
