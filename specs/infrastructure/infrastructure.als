-- A plan of infrastructure: resources, and which of them may open connections to which. No way from the internet to a database may
-- avoid the gateways.
module infrastructure

sig Resource { to: set Resource }
sig Internet, Gateway, Database in Resource {}

/// Connections that neither begin nor end at a gateway.
fun around: Resource->Resource { (Resource - Gateway) <: to :> (Resource - Gateway) }

/// The connections on ways from the internet to a database that avoid all gateways.
fun bypass: Resource->Resource { Internet.*around <: around :> (*around).Database }

pred Guarded { no bypass }
