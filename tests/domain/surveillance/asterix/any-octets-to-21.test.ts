import { testAnyOctets } from './any-octets.ts';

testAnyOctets((category) => category <= 21);
