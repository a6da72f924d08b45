/** What of a plan says with whom it flies. */
export interface InFormation {
  companyId: number;
  /** What its operator calls the formation; null: it flies in none. */
  formation: string | null;
}

/** Whether two plans fly as one formation: both state it, and one operator leads it. Names are compared as they are said. */
export function isOneFormation(one: InFormation, two: InFormation): boolean {
  const name = nameOf(one);
  return name !== '' && one.companyId === two.companyId && name === nameOf(two);
}

const nameOf = ({ formation }: InFormation): string => (formation ?? '').trim().toLowerCase();
