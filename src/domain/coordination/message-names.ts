/** The people that a message names, by the names it was stored with. */
export interface NamesPeople {
  authorName: string;
  quote: { authorName: string } | null;
  event: { users: readonly { name: string }[] } | null;
  demand: { receivers: readonly { name: string }[]; next: readonly { name: string }[] } | null;
}

export function namesIn({ authorName, quote, event, demand }: NamesPeople): string[] {
  const people = [...(event?.users ?? []), ...(demand?.receivers ?? []), ...(demand?.next ?? [])];
  return [authorName, ...(quote ? [quote.authorName] : []), ...people.map(({ name }) => name)];
}

/** The message with other names for these people, e.g. those of the reader's language; the others keep theirs. */
export function withNames<Message extends NamesPeople>(
  message: Message,
  names: Readonly<Record<string, string>>,
): Message {
  const named = <Person extends { name: string }>(person: Person): Person => ({
    ...person,
    name: names[person.name] ?? person.name,
  });
  const { authorName, quote, event, demand } = message;
  const nameOf = (name: string) => names[name] ?? name;
  return {
    ...message,
    authorName: nameOf(authorName),
    quote: quote && { ...quote, authorName: nameOf(quote.authorName) },
    event: event && { ...event, users: event.users.map(named) },
    demand: demand && {
      ...demand,
      receivers: demand.receivers.map(named),
      next: demand.next.map(named),
    },
  };
}
