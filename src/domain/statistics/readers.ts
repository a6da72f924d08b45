/** Who reads boards and sums of flights. */
export const statisticsReaders = ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'];
