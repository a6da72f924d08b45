import { resourceNamed } from '../../resources/labels.ts';
import { ResourceList } from '../../resources/list.tsx';

/** Where operators, bodies and agents land: the plans that concern them. */
export function DynamicPage() {
  const plan = resourceNamed('plan');
  return plan ? <ResourceList resource={plan} /> : null;
}
