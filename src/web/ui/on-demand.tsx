import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

interface LoadedProps<P extends object> {
  Part: ComponentType<P>;
  given: P;
  waiting: ReactNode;
}

function LoadedPart<P extends object>({ Part, given, waiting }: LoadedProps<P>) {
  return (
    <Suspense fallback={waiting}>
      <Part {...given} />
    </Suspense>
  );
}

/** A part of a screen whose code comes when it is first shown; `waiting` stands there until then. */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P & { waiting?: ReactNode }) => ReactNode {
  const Part: ComponentType<P> = lazy(async () => ({ default: await load() }));
  return ({ waiting = null, ...given }) => <LoadedPart<P> Part={Part} given={given as P} waiting={waiting} />;
}
