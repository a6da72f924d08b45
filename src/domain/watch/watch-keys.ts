interface Listed {
  alerts: readonly { id: number }[];
  flights: readonly { id: number }[];
  notices: readonly { id: number }[];
  orders: readonly { id: number }[];
}

/** Names of what is handed over, by which whoever takes a position says what they saw. */
export function watchKeys({ alerts, flights, notices, orders }: Listed): string[] {
  const keys = (kind: string, of: readonly { id: number }[]) => of.map(({ id }) => `${kind}:${id}`);
  return [
    ...keys('alert', alerts),
    ...keys('flight', flights),
    ...keys('notice', notices),
    ...keys('order', orders),
  ];
}
