sig Node { next: set Nod }
