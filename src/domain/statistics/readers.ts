/** Who reads boards and sums of flights, as the routes of /statistics ask (specification §2); rows by scope like everything. */
export const statisticsReaders = ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'];
