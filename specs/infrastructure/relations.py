#!/usr/bin/env python3
"""Writes the relations of infrastructure.als for a plan as `terraform show -json` prints it (without what no relation needs):

    relations.py plan.tf.json > plan.json
"""
import json
import sys

KINDS = {
    "aws_internet_gateway": "Internet",
    "aws_networkfirewall_firewall": "Gateway",
    "aws_db_instance": "Database",
}


def relations(plan):
    result = {"Resource": [], "Internet": [], "Gateway": [], "Database": [], "to": []}
    for resource in plan["planned_values"]["root_module"]["resources"]:
        address = resource["address"]
        result["Resource"].append(address)
        if kind := KINDS.get(resource["type"]):
            result[kind].append(address)
        result["to"] += [[source, address] for source in resource["values"].get("ingress_from", [])]
    return result


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in relations(json.load(file)).items())
    print(f"{{\n{lines}\n}}")
