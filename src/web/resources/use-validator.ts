import { type Validate, validators } from 'virtual:validators';
import { useEffect, useState } from 'react';
import type { Resource } from '../../domain/resource.ts';

/** What judges records of this type before they are sent; undefined while it is on its way. */
export function useValidator(resource: Resource): Validate | undefined {
  const [found, setFound] = useState<{ resource: Resource; validate: Validate }>();
  useEffect(() => {
    let gone = false;
    void validators[resource.schema.$id]?.().then(({ validate }) => {
      if (!gone) setFound({ resource, validate });
    });
    return () => {
      gone = true;
    };
  }, [resource]);
  return found?.resource === resource ? found.validate : undefined;
}
