"""A messy table becomes a gate for data: rules are learned from last month's orders, and
this month's are checked against them.

    python examples/python/quality_gate.py
"""

import numpy as np
import pandas as pd

import hornbook


def orders(count: int, seed: int) -> pd.DataFrame:
    """Orders as a shop has them: prices as text, dates, several spellings of missing."""
    draw = np.random.default_rng(seed)
    country = draw.choice(["DE", "FR", "CH"], count, p=[0.6, 0.3, 0.1])
    express = draw.random(count) < 0.3
    paid = draw.random(count) < 0.9
    shipped = paid & (draw.random(count) < 0.8)
    frame = pd.DataFrame(
        {
            "order": [f"A{number:05}" for number in range(count)],
            "country": country,
            "currency": np.where(country == "CH", "CHF", "EUR"),
            "price": [f"{price:.2f} €".replace(".", ",") for price in draw.gamma(2, 40, count)],
            "express": np.where(express, "yes", "no"),
            "carrier": np.where(express, "air", draw.choice(["road", "rail"], count)),
            "paid": np.where(paid, "yes", "no"),
            "shipped": np.where(shipped, "yes", "no"),
        }
    )
    frame.loc[draw.random(count) < 0.05, "carrier"] = None
    return frame


def main() -> None:
    # Rules that few orders bear out are chance; prices are not what this is about.
    rules = hornbook.learn(orders(2000, seed=1), min_support="2%", scale={"price": "drop"}, id="order")
    print(rules.guarantee)
    for rule in rules:
        print(f"  {rule}  # {rule.support} orders")

    new = orders(500, seed=2)
    new.loc[7, ["paid", "shipped"]] = ["no", "yes"]  # shipped, though nobody paid
    new.loc[11, "currency"] = "USD"
    found = rules.check(new)
    print(f"{len(found.rows)} of {len(new)} orders do not pass:")
    print(found.table().to_string())
    for each in found:
        print(f"  {each.name} breaks {each.rule}")
    assert found.rows == [7, 11]


if __name__ == "__main__":
    main()
