sig Door { leads: set Door }
fact NoDoorToItself { no d: Door | d in d.leads }
pred connected { all disj a, b: Door | b in a.^leads }
